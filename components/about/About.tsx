import { text } from '../../lib/i18n/texts.ts';

import { Permissions } from './Permissions.tsx';
import type { AboutActions, AboutView } from './use-permissions.ts';

const privacy = [
  'aboutPrivacyNobody',
  'aboutPrivacyService',
  'aboutPrivacyKey',
  'aboutPrivacyHistory',
  'aboutPrivacyPages',
] as const;

interface AboutProps {
  view: AboutView;
  actions: AboutActions;
  /** Address of the connected service; null where there is none. */
  service: string | null;
}

/** The version, what the extension does with data, and its permissions. */
export const About = ({ view, actions, service }: AboutProps) => (
  <section class="about" aria-labelledby="about-title">
    <h2 id="about-title">{text('aboutTitle')}</h2>
    <div class="form card">
      <div class="block">
        <p>{text('aboutVersion', view.version)}</p>
        <p>{text('aboutLanguage')}</p>
        <div class="links">
          <a href="#first-run">{text('aboutFirstSteps')}</a>
          <a href="/third-party.txt">{text('aboutThirdParty')}</a>
        </div>
      </div>
      <div class="block">
        <h3 id="privacy-title">{text('aboutPrivacy')}</h3>
        <ul class="privacy" aria-labelledby="privacy-title">
          {privacy.map((key) => (
            <li key={key}>{text(key)}</li>
          ))}
        </ul>
      </div>
      <Permissions first={view.permissions} actions={actions} service={service} />
    </div>
  </section>
);

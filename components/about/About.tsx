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
  /** Address of the connected service; null if there is none. */
  service: string | null;
}

/** The permissions, what the extension does with data, and its version. */
export const About = ({ view, actions, service }: AboutProps) => (
  <section class="section about" aria-labelledby="about-title">
    <h2 id="about-title">{text('aboutPermissions')}</h2>
    <div class="card rows">
      <Permissions initial={view.permissions} actions={actions} service={service} />
      <div class="setting more">
        <details>
          <summary id="privacy-title">{text('aboutPrivacy')}</summary>
          <ul class="privacy" aria-labelledby="privacy-title">
            {privacy.map((key) => (
              <li key={key}>{text(key)}</li>
            ))}
          </ul>
        </details>
      </div>
    </div>
    <div class="note">
      <p>{text('aboutVersion', view.version)}</p>
      <p>{text('aboutLanguage')}</p>
    </div>
    <p class="note links">
      <a href="#first-run">{text('aboutFirstSteps')}</a>
      <a href="/third-party.txt">{text('aboutThirdParty')}</a>
    </p>
  </section>
);

import { text } from '../../lib/i18n/texts.ts';
import type { AboutActions, AboutView } from './actions.ts';
import { Permissions } from './Permissions.tsx';

const privacy = [
  'aboutPrivacyNobody',
  'aboutPrivacyService',
  'aboutPrivacyKey',
  'aboutPrivacyHistory',
  'aboutPrivacyPages',
] as const;

/** What this is, what it does with what it sees, and what it is allowed to do. */
export const About = ({ view, actions }: { view: AboutView; actions: AboutActions }) => (
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
      <Permissions first={view.held} actions={actions} />
    </div>
  </section>
);

import { type Choice, choices, type LastingChoice, lastingChoices } from '../validity/validity.ts';

/** What an organisation wrote into its policy for us, as yet unread; docs/policy.md has the fields. */
export type Managed = Readonly<Record<string, unknown>>;

/** The choices on offer by a list: those that it names, in our order; all where it names none that can be chosen again later. */
export const offeredBy = (list: unknown): readonly Choice[] =>
  Array.isArray(list) && lastingChoices.some((each) => list.includes(each))
    ? choices.filter((each) => list.includes(each))
    : choices;

/** The fields that change the settings. The key is none of them: only the background needs it, and the popup never sees it. */
export const fieldsOfSettings = ['secretId', 'allowedValidities', 'defaultValidity', 'musicOff'];

/** The settings that a policy can change. */
interface Own {
  connected: boolean;
  defaultValidity: LastingChoice | 'last';
  lastValidity: LastingChoice;
}

/** What a policy adds to the settings. */
export interface Held {
  /** The validities on offer: all of them where the policy names none. */
  offered: readonly Choice[];
  /** No music on missing pages. */
  musicOff: boolean;
}

/**
 * What the person set, under a policy: a field of it that is missing or wrong counts as not set, and the others hold.
 * A SecretID makes it connected; whether the account can be used, the background looks.
 */
export const underPolicy = <Settings extends Own>(own: Settings, managed: Managed): Settings & Held => {
  const offered = offeredBy(managed['allowedValidities']);
  const lasting = lastingChoices.filter((each) => offered.includes(each));
  const find = (choice: unknown) => lasting.find((each) => each === choice);
  return {
    ...own,
    offered,
    musicOff: managed['musicOff'] === true,
    connected: own.connected || !!managed['secretId'],
    defaultValidity: find(managed['defaultValidity']) ?? find(own.defaultValidity) ?? 'last',
    lastValidity: find(own.lastValidity) ?? lasting[0] ?? own.lastValidity,
  };
};

const unreleased = '## Unreleased';

/** The lines below a heading of the changelog, without blank lines around them; empty if there is no such heading. */
function sectionOf(changelog: string, title: RegExp): string {
  const [, ...sections] = `\n${changelog}`.split('\n## ');
  const section = sections.find((each) => title.test(each.split('\n')[0] ?? '')) ?? '';
  return section.split('\n').slice(1).join('\n').trim();
}

/** What the next version changes. */
export const unreleasedNotes = (changelog: string): string => sectionOf(changelog, /^Unreleased$/);

/** What a version changed, for the page of its release. */
export const notesOf = (changelog: string, version: string): string =>
  sectionOf(changelog, new RegExp(String.raw`^${version.replaceAll('.', String.raw`\.`)}(?: |$)`));

/** The changelog when what is not released yet becomes a version. `date` is such as "2026-11-22". */
export const withRelease = (
  changelog: string,
  { version, date }: { version: string; date: string },
): string => changelog.replace(unreleased, `${unreleased}\n\n## ${version} (${date})`);

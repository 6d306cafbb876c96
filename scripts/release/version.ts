const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** The three versions that may follow one such as "1.2.3", the smallest step first. */
export function nextVersions(current: string): string[] {
  const [major = 0, minor = 0, patch = 0] = (form.exec(current) ?? []).slice(1).map(Number);
  return [
    [major, minor, patch + 1],
    [major, minor + 1, 0],
    [major + 1, 0, 0],
  ].map((numbers) => numbers.join('.'));
}

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { root } from '../scripts/programs.ts';

/** One complaint of the linter. */
export interface Complaint {
  file: string;
  /** The first is 1. */
  line: number;
  /** Such as "house(import-layers)". */
  rule: string;
  message: string;
}

const report = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      code: z._default(z.string(), ''),
      message: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

const compilerOptions = {
  strict: true,
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  module: 'preserve',
  noEmit: true,
  jsx: 'react-jsx',
  jsxImportSource: 'preact',
  types: [],
  allowImportingTsExtensions: true,
};

const configuration = z.looseObject({ options: z.looseObject({ typeAware: z.literal(true) }) });

/** The configuration of the repository, without the rules that need types. */
const withoutTypes = (): string => {
  const whole = configuration.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
  return JSON.stringify({ ...whole, options: { ...whole.options, typeAware: false } });
};

/**
 * What the linter says of files with these contents, by path from the repository's folder, with the configuration of the
 * repository. They are written to a temporary folder. The rules that need types take most of the time.
 */
export function lint(
  files: Readonly<Record<string, string>>,
  { hasTypes = true }: { hasTypes?: boolean } = {},
): Complaint[] {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-lint-'));
  try {
    for (const name of ['.oxlintrc.json', 'package.json']) cpSync(join(root, name), join(folder, name));
    if (!hasTypes) writeFileSync(join(folder, '.oxlintrc.json'), withoutTypes());
    for (const name of ['lint-rules', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
    const written = { ...files, 'tsconfig.json': JSON.stringify({ compilerOptions }) };
    for (const [name, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return run(folder, Object.keys(files));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(folder: string, files: string[]): Complaint[] {
  const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const args = [program, '--format', 'json', ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(`The linter did not run: ${stdout}${stderr}`);
  return report.parse(JSON.parse(stdout)).diagnostics.map(({ filename, code, message, labels }) => ({
    file: filename,
    rule: code,
    message,
    line: labels[0]?.span.line ?? 0,
  }));
}

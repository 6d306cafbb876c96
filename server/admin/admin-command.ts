import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../config/command-line.ts';
import {
  addSettings,
  type Configuration,
  readConfiguration,
  type SettingName,
} from '../config/configuration.ts';
import { StartError } from '../config/errors.ts';
import type { Store } from '../store/contract.ts';
import { openStore } from '../store/open-store.ts';
import { type Output, show } from './output.ts';

/** What a command is run with: its argument, which is empty if there is none, and the values of its own flags. */
export type Input<Flags = object> = Flags & {
  argument: string;
  configuration: Configuration;
};

/** A command of an operator, or a group of them. */
export class AdminCommand extends CommandLine {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv, name: string) {
    super(name);
    this.#environment = environment;
    // The list of commands names those of a group.
    this.configureHelp({
      subcommandTerm: (command) => {
        const names = command.commands.map((each) => each.name()).join('|');
        const [form] = command.registeredArguments.map((each) =>
          each.required ? `<${each.name()}>` : `[${each.name()}]`,
        );
        return `${command.name()} ${form ?? names}`.trim();
      },
    });
  }

  override createCommand(name = ''): AdminCommand {
    return new AdminCommand(this.#environment, name);
  }

  /** Adds the flags of settings. */
  settings(...names: readonly SettingName[]): this {
    return addSettings(this, names);
  }

  /** Adds a command with its description. */
  add(name: string, meaning: string): AdminCommand {
    return this.command(name).description(meaning);
  }

  /** What the command does. The type has the flags that it declares. */
  does<Flags>(run: (input: Input<Flags>) => Promise<Output>): this {
    return this.option('--json', 'One line of JSON, times in Unix seconds').action(async () => {
      const flags = this.opts<Flags & { json?: true }>();
      const configuration = readConfiguration(flags, this.#environment);
      const output = await run({ ...flags, argument: this.args[0] ?? '', configuration });
      this.print(show(output, flags.json === true));
    });
  }

  /** What a command does with the store; it is refused if there is none. */
  doesWithStore<Flags>(run: (store: Store, input: Input<Flags>) => Promise<Output>): this {
    return this.settings('data', 'database', 'preparedStatements').does<Flags>(async (input) => {
      await requireData(input.configuration);
      return withStore(input, run);
    });
  }
}

/** @throws StartError if there is no data file: the store would create one, and a mistyped folder would look empty */
export async function requireData({ database, data }: Configuration): Promise<void> {
  if (database !== '') return;
  const { fileName } = await import('../store/sqlite/database.ts');
  if (!existsSync(join(data, fileName)))
    throw new StartError(
      `There are no data in ${data}; name the service's folder with --data, or its database with --database.`,
    );
}

export async function withStore<Flags, T>(
  input: Input<Flags>,
  command: (store: Store, input: Input<Flags>) => Promise<T>,
): Promise<T> {
  // Only `migrate` and the service change a schema.
  const { store } = await openStore({ ...input.configuration, migrate: false });

  try {
    return await command(store, input);
  } finally {
    await store.close();
  }
}

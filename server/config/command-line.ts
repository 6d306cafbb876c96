import { Command, CommanderError, type ErrorOptions, Option } from 'commander';
import type { Kind } from './setting-kinds.ts';
import { StartError } from './errors.ts';

/** A program or one of its commands. Each mistake in its arguments is a StartError with one sentence. */
export class CommandLine extends Command {
  #given: readonly string[] = [];
  #output = '';

  constructor(name?: string) {
    super(name);
    const print = (text: string) => {
      this.print(text);
    };
    this.configureOutput({ writeOut: print, writeErr: print }).exitOverride((error) => {
      throw error;
    });
    this.helpOption('-h, --help', 'This text').helpCommand(false);
  }

  override createCommand(name?: string): CommandLine {
    return new CommandLine(name);
  }

  /** Adds a flag that takes a value. */
  flag(name: string, { takes, read }: Kind<unknown>, meaning: string): this {
    const option = new Option(`--${name} <${takes}>`, meaning);
    option.argParser((given, before: unknown) => {
      if (before !== undefined) throw new StartError(`--${name} is given twice; give it once.`);
      // Commander takes the flag that follows for the value. An unset variable of a shell leaves an empty value.
      const isFlag = given.startsWith('-') && !this.#program.#given.includes(`--${name}=${given}`);
      if (isFlag || given.trim() === '') throw this.#withoutValue(`--${name}`);
      return read(given.trim());
    });
    return this.addOption(option);
  }

  /** Reads the arguments of a program, and runs the command that they name. Returns its output, or the help. */
  async run(args: readonly string[]): Promise<string> {
    // Commander's own "help" knows commands of one word only.
    const [first, ...command] = args;
    this.#given = first === 'help' ? [...command, '--help'] : args;
    try {
      await this.parseAsync(this.#given, { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
    }
    return this.#output.trimEnd();
  }

  override outputHelp(): void {
    // Commander prints the help of a group for a command that it does not have.
    const isUnknown = this.commands.length > 0 && this.args.some((each) => !each.startsWith('-'));
    if (isUnknown) this.error('', { code: 'commander.unknownCommand' });
    super.outputHelp();
  }

  protected print(text: string): void {
    this.#program.#output += text;
  }

  get #program(): CommandLine {
    return this.parent instanceof CommandLine ? this.parent.#program : this;
  }

  /** The words that call it, such as "admin links revoke". */
  get #path(): string {
    return this.parent instanceof CommandLine ? `${this.parent.#path} ${this.name()}` : this.name();
  }

  #withoutValue(flag: string): StartError {
    return new StartError(`${flag} needs a value; ${this.#path} --help shows its form.`);
  }

  override error(message: string, { code = '' }: ErrorOptions = {}): never {
    const path = this.#path;
    const name = path.replace(/^\S+ /, '');
    const [flag = ''] = /(?<=')-[^' =]*/.exec(message) ?? [];
    const surplus = this.args
      .slice(this.registeredArguments.length)
      .filter((each) => each !== '--help' && each !== '-h')
      .join(' ');
    const missing = this.registeredArguments[this.args.length]?.description ?? '';

    switch (code) {
      case 'commander.unknownOption':
        throw new StartError(
          this.options.some(({ long }) => long === flag)
            ? `${flag} takes no value.`
            : `${name} takes no ${flag}; ${path} --help shows its flags.`,
        );
      case 'commander.optionMissingArgument':
        throw this.#withoutValue(flag);
      case 'commander.missingArgument':
        throw new StartError(`${name} needs ${missing}.`);
      case 'commander.excessArguments':
        throw new StartError(`Unexpected argument "${surplus}" for ${name}; ${path} --help shows its form.`);
      case 'commander.unknownCommand':
        throw new StartError(`There is no command "${path} ${surplus}"; ${path} --help lists them.`);
      default:
        throw new StartError(`${message.replace(/^error: /, '')}.`);
    }
  }
}

type Fields = Readonly<Record<string, string | number>>;

/** The log of the service. It has no addresses of links, no keys and no tokens. */
export interface Log {
  info(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** A log for people: one sentence in a line. */
export const textLog: Log = {
  info: (message) => {
    console.log(message);
  },
  error: (message) => {
    console.error(message);
  },
};

/** The log in the configured format; "json" is for programs, with a time and fields. */
export async function createLog(format: 'text' | 'json'): Promise<Log> {
  if (format === 'text') return textLog;

  const { pino } = await import('pino');
  const logger = pino({ base: { service: 'waylark' }, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    info: (message, fields = {}) => {
      logger.info(fields, message);
    },
    error: (message, fields = {}) => {
      logger.error(fields, message);
    },
  };
}

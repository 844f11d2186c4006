import about from '../package.json' with { type: 'json' }

/** The version of this package, as the host and people see it. */
export const version: string = about.version

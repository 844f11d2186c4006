import { readFileSync } from 'node:fs'

/** The version of this package, as `ping` and `/openapi.json` report it. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version

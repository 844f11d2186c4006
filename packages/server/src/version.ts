import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this package, as `ping` and `/openapi.json` report it. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
).version

import type { Source } from '../source.ts'
import { authme } from './authme.ts'
import { csv, jsonl } from './files.ts'
import { librelogin } from './librelogin.ts'
import { limboauth } from './limboauth.ts'
import { loginsecurity } from './loginsecurity.ts'
import { nlogin } from './nlogin.ts'
import { openlogin } from './openlogin.ts'
import { unicorecms } from './unicorecms.ts'

/** Every source there is, in the order of `portal import --help`. */
export const sources: readonly Source[] = [
  ...[authme, nlogin, librelogin, limboauth, openlogin, loginsecurity],
  ...[unicorecms, csv, jsonl],
]

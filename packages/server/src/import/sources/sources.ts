import type { Source } from '../source.ts'
import { authme } from './authme.ts'
import { csv, jsonl } from './files.ts'

/** Every source there is, in the order of `portal import --help`. */
export const sources: readonly Source[] = [authme, csv, jsonl]

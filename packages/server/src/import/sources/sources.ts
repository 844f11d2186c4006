import type { Source } from '../read/source.ts'
import { authme } from './authme.ts'
import { azuriom } from './azuriom.ts'
import { blessing } from './blessing.ts'
import { dle } from './dle.ts'
import { drasl } from './drasl.ts'
import { csv, jsonl } from './files.ts'
import { librelogin } from './librelogin.ts'
import { limboauth } from './limboauth.ts'
import { loginsecurity } from './loginsecurity.ts'
import { namelessmc } from './namelessmc.ts'
import { nlogin } from './nlogin.ts'
import { openlogin } from './openlogin.ts'
import { phpbb } from './phpbb.ts'
import { unicorecms } from './unicorecms.ts'
import { wordpress } from './wordpress.ts'
import { xenforo } from './xenforo.ts'

export const sources: readonly Source[] = [
  ...[authme, nlogin, librelogin, limboauth, openlogin, loginsecurity],
  ...[unicorecms, azuriom, namelessmc, wordpress, drasl, dle, xenforo, phpbb, blessing],
  ...[csv, jsonl],
]

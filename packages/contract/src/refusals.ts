import {
  balanceRefusals,
  consentRefusals,
  nameRefusals,
  registrationRefusals,
} from './account/refusals.ts'
import {
  banRefusals,
  mailRefusals,
  mailServerRefusals,
  noteRefusals,
  playerRefusals,
} from './admin/refusals.ts'
import { newsRefusals, pageRefusals, pictureRefusals } from './content/refusals.ts'
import { identityRefusals, passkeyRefusals, passwordRefusals } from './credentials/refusals.ts'
import { requestRefusals } from './http/refusals.ts'
import { importRefusals } from './import/refusals.ts'
import {
  apiKeyRefusals,
  discordRefusals,
  eventRefusals,
  launcherRefusals,
  yggdrasilRefusals,
} from './integrations/refusals.ts'
import { openidRefusals } from './openid/refusals.ts'
import { backupRefusals, setupRefusals } from './operations/refusals.ts'
import { permissionRefusals } from './permissions/refusals.ts'
import { textureRefusals } from './profiles/refusals.ts'
import { purchaseRefusals } from './purchases/refusals.ts'
import { sessionRefusals } from './sessions/refusals.ts'
import { signInRefusals } from './sign-in/refusals.ts'
import { webhookRefusals } from './webhooks/refusals.ts'

/**
 * All refusals and failures (docs/contract.md#forms). Launcher servers receive only the code
 * (docs/launcher-protocols.md#launcher-servers-area-b).
 */
export const refusals = {
  ...requestRefusals,
  ...signInRefusals,
  ...consentRefusals,
  ...setupRefusals,
  ...registrationRefusals,
  ...sessionRefusals,
  ...launcherRefusals,
  ...webhookRefusals,
  ...purchaseRefusals,
  ...nameRefusals,
  ...passwordRefusals,
  ...passkeyRefusals,
  ...identityRefusals,
  ...playerRefusals,
  ...permissionRefusals,
  ...banRefusals,
  ...noteRefusals,
  ...balanceRefusals,
  ...apiKeyRefusals,
  ...discordRefusals,
  ...eventRefusals,
  ...newsRefusals,
  ...pageRefusals,
  ...mailRefusals,
  ...backupRefusals,
  ...importRefusals,
  ...mailServerRefusals,
  ...textureRefusals,
  ...pictureRefusals,
  ...yggdrasilRefusals,
  ...openidRefusals,
} as const

export type ErrorCode = keyof typeof refusals

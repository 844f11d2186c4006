import { nameRefusals } from './account/name-refusals.ts'
import { panelRefusals } from './admin/refusals.ts'
import { pictureRefusals } from './content/picture-refusals.ts'
import { identityRefusals } from './credentials/linked-account-refusals.ts'
import { passkeyRefusals } from './credentials/passkey-refusals.ts'
import { passwordRefusals } from './credentials/password-refusals.ts'
import { requestRefusals } from './http/refusals.ts'
import { launcherRefusals } from './integrations/launcher-refusals.ts'
import { yggdrasilRefusals } from './integrations/yggdrasil-refusals.ts'
import { textureRefusals } from './profiles/refusals.ts'
import { authRefusals } from './sign-in/refusals.ts'

/**
 * Every refusal and failure that a client can receive (docs/contract.md#forms). Launcher servers
 * receive the code alone (docs/contract.md#launcher-servers-area-b).
 */
export const refusals = {
  ...requestRefusals,
  ...authRefusals,
  ...launcherRefusals,
  ...nameRefusals,
  ...passwordRefusals,
  ...passkeyRefusals,
  ...identityRefusals,
  ...panelRefusals,
  ...textureRefusals,
  ...pictureRefusals,
  ...yggdrasilRefusals,
} as const

export type ErrorCode = keyof typeof refusals

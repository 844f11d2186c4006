import { authRefusals } from './refusals/auth.ts'
import { identityRefusals } from './refusals/identity.ts'
import { launcherRefusals } from './refusals/launcher.ts'
import { nameRefusals } from './refusals/name.ts'
import { panelRefusals } from './refusals/panel.ts'
import { passkeyRefusals } from './refusals/passkey.ts'
import { passwordRefusals } from './refusals/password.ts'
import { pictureRefusals } from './refusals/picture.ts'
import { requestRefusals } from './refusals/request.ts'
import { textureRefusals } from './refusals/texture.ts'
import { yggdrasilRefusals } from './refusals/yggdrasil.ts'

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

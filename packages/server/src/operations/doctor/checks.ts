import type { Check } from './check.ts'
import { addressCheck } from './check-address.ts'
import { backupCheck } from './check-backups.ts'
import { breachCheck } from './check-breach-list.ts'
import { captchaCheck } from './check-captcha.ts'
import { clockCheck } from './check-clock.ts'
import { dataDirectoryCheck } from './check-data-directory.ts'
import { databaseCheck } from './check-database.ts'
import { launcherCheck } from './check-launcher.ts'
import { launcherProbeCheck } from './check-launcher-probe.ts'
import { identityCheck } from './check-linked-accounts.ts'
import { diskCheck, memoryCheck } from './check-machine.ts'
import { mailServerCheck, outboxCheck } from './check-mail.ts'
import { openidCheck } from './check-openid.ts'
import { passkeyCheck } from './check-passkeys.ts'
import { previousSiteCheck } from './check-previous-site.ts'
import { primaryCheck } from './check-primary.ts'
import { processCheck } from './check-processes.ts'
import { proxyCheck } from './check-proxy.ts'
import { publicUrlCheck, textureCheck } from './check-public-url.ts'
import { secretsCheck } from './check-secrets.ts'
import { settingsCheck } from './check-settings.ts'
import { standbyCheck } from './check-standbys.ts'
import { yggdrasilCheck } from './check-yggdrasil.ts'

export const checks: readonly Check[] = [
  settingsCheck,
  addressCheck,
  publicUrlCheck,
  textureCheck,
  proxyCheck,
  databaseCheck,
  primaryCheck,
  standbyCheck,
  processCheck,
  dataDirectoryCheck,
  diskCheck,
  memoryCheck,
  secretsCheck,
  clockCheck,
  mailServerCheck,
  outboxCheck,
  captchaCheck,
  passkeyCheck,
  identityCheck,
  openidCheck,
  breachCheck,
  previousSiteCheck,
  launcherCheck,
  yggdrasilCheck,
  launcherProbeCheck,
  backupCheck,
]

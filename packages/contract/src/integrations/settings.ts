import type { SettingDefinition } from '../setting.ts'

export const launcherSettings = {
  launcherBuilds: {
    kind: 'identifiers',
    default: [],
    description: 'the launcher builds that have a permission; duplicates are dropped',
    isPublic: false,
    card: 'launcher',
    label: { en: 'Builds', ru: 'Сборки' },
    hint: {
      en: 'One per line, exactly as on the launcher server',
      ru: 'По одной в строке, как они названы на сервере лаунчера',
    },
  },
} as const satisfies Record<string, SettingDefinition>

/** Protocols for launchers and game servers, and who may join. */
export const yggdrasilSettings = {
  yggdrasil: {
    kind: 'flag',
    default: false,
    description: 'whether launchers and game servers with authlib-injector sign in here',
    isPublic: true,
    requiresReauthentication: true,
    card: 'protocols',
    label: {
      en: 'Sign-in from any launcher (Yggdrasil)',
      ru: 'Вход из любого лаунчера (Yggdrasil)',
    },
    hint: {
      en: 'Players enter the address of this site in HMCL, PCL, XMCL or FjordLauncher and play with their account.',
      ru: 'Игроки указывают адрес этого сайта в HMCL, PCL, XMCL или FjordLauncher и играют со своим аккаунтом.',
    },
  },
  yggdrasilConnect: {
    kind: 'flag',
    default: false,
    description:
      'whether launchers sign players in by OpenID Connect instead of a password; only while `yggdrasil` is on',
    isPublic: false,
    requiresReauthentication: true,
    card: 'protocols',
    label: {
      en: 'Sign-in on the site from launchers (Yggdrasil Connect)',
      ru: 'Вход в лаунчере через сайт (Yggdrasil Connect)',
    },
    hint: {
      en: 'Launchers that support it open this site for the sign-in, so that 2FA and passkeys work. Yggdrasil must be on, and the address of the site must begin with https.',
      ru: 'Лаунчеры, которые это умеют, открывают для входа этот сайт, поэтому в них работают 2FA и ключи доступа. Нужны включённый вход Yggdrasil и адрес сайта с https.',
    },
  },
  yggdrasilPermission: {
    kind: 'line',
    default: '',
    description: 'the permission that joining through Yggdrasil requires; empty: none',
    least: 0,
    most: 128,
    isPublic: false,
    requiresReauthentication: true,
    card: 'protocols',
    label: { en: 'Permission to play', ru: 'Право на игру' },
    hint: {
      en: 'Players without it cannot join your servers through Yggdrasil. Leave empty to allow all players.',
      ru: 'Без этого права на ваши серверы не зайти через Yggdrasil. Если не указать, зайти могут все.',
    },
  },
  azauth: {
    kind: 'flag',
    default: false,
    description: 'whether launchers made for Azuriom sign players in',
    isPublic: false,
    requiresReauthentication: true,
    card: 'protocols',
    label: { en: 'Launchers made for Azuriom', ru: 'Лаунчеры, сделанные для Azuriom' },
    hint: {
      en: 'Launchers with AzAuth, and GML with its Azuriom sign-in, sign players in at this site.',
      ru: 'В лаунчеры с AzAuth и GML в режиме Azuriom игроки входят с аккаунтом этого сайта.',
    },
  },
} as const satisfies Record<string, SettingDefinition>

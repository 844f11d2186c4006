import type { Words } from '../locale.ts'

export const apiKeyPermissions = {
  'panel.keys.manage': { ru: 'Ключи API', en: 'API keys' },
} as const satisfies Record<string, Words>

export const discordPermissions = {
  'panel.discord.manage': { ru: 'Роли в Discord', en: 'Roles on Discord' },
} as const satisfies Record<string, Words>

/** Permissions that only an API key can hold (docs/game-servers.md#api-keys). */
export const kernelPermissions = {
  'kernel.launcher.provider': {
    ru: 'Сервер лаунчера: вход, профиль, новости',
    en: 'Launcher server: sign-in, profile, news',
  },
  'kernel.provider': {
    ru: 'Лаунчер со своим протоколом: вход',
    en: 'Launcher with its own protocol: sign-in',
  },
  'kernel.connect': {
    ru: 'Игровой сервер или своя программа: события, блокировки, привилегии, баланс',
    en: 'Game server or program of your own: events, bans, ranks, balances',
  },
} as const satisfies Record<string, Words>

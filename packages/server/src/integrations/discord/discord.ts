import type { DiscordMapping, DiscordProblem, DiscordRoleProblem } from '@portal/contract'
import type { KeyRing } from '../../security/keys/key-ring.ts'

/** The name of the bot's event reader (events/consumer-store.ts), of its progress and of its lease. */
export const DISCORD = 'discord'
export const TOKEN_CONTEXT = 'discord:bot'

export type DiscordBot = {
  server: string | null
  tokenSealed: string | null
  isEnabled: boolean
  problem: DiscordProblem | null
  reconciledAt: number | null
}

/** A role or donor rank whose players get a Discord role. `problem` is why the Discord role cannot be given. */
export type Mapping = DiscordMapping & { problem: DiscordRoleProblem | null }

/** A Discord account whose roles are to be compared. It is linked, or was linked and may still have roles. */
export type DueMember = { discordUser: string; mark: number }

export type BotCredentials = { server: string; token: string }

/**
 * Returns the bot's token and server.
 * @returns undefined while the bot is off, or its token or server is missing
 */
export async function credentialsOf(
  keys: KeyRing,
  { server, tokenSealed, isEnabled }: DiscordBot,
): Promise<BotCredentials | undefined> {
  if (!isEnabled || server === null || tokenSealed === null) return undefined
  return { server, token: (await keys.unseal(TOKEN_CONTEXT, tokenSealed)).toString() }
}

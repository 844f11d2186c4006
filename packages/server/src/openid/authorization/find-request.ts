import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client, Interaction, Provider } from '../provider/library.ts'

export type OpenRequest = { provider: Provider; interaction: Interaction; client: Client }

/**
 * Finds the authorization request that a browser began.
 * @param cookie the cookie that ties the request to this browser: otherwise an attacker could send players to a request
 * that the attacker began
 * @throws Refusal `openid.requestexpired`
 */
export async function findRequest(
  app: Pick<App, 'openid'>,
  id: string,
  cookie: string | undefined,
): Promise<OpenRequest> {
  const provider = cookie === id ? await app.openid.provider() : undefined
  const interaction = await provider?.Interaction.find(id)
  const client = await provider?.Client.find(interaction?.params.client_id ?? '')
  if (!provider || !interaction || !client) throw new Refusal('openid.requestexpired')
  return { provider, interaction, client }
}

/**
 * Stores the decision of the player.
 * @returns the URL at which the library continues
 */
export async function finishRequest(interaction: Interaction, result: object): Promise<string> {
  interaction.result = result
  interaction.session = undefined // removed, because the player may have signed in again in the meantime
  await interaction.save(REMAINING_TTL)
  return interaction.returnTo
}

/** How long the decision is valid, in seconds: within this time the browser must follow the redirect. */
const REMAINING_TTL = 300

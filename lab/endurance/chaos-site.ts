import { makeLauncher } from '../bench/launcher.ts'
import { type SiteProcess, startSite } from '../bench/site-process.ts'
import type { Place } from './place.ts'
import { ask } from './site-client.ts'

/** A site under trial, with the credentials of its owner and its launcher server. */
export type Site = SiteProcess & { apiKey: string; owner: string }

type Environment = Record<string, string>

/** The address stays the same over restarts, and access tokens outlast every trial. */
const OF_THE_TRIAL: Environment = { PUBLIC_URL: 'http://localhost', JWT_EXPIRES: '1d' }

/** Starts the site for the first time, without data. */
export async function openSite(place: Place, env: Environment = {}): Promise<Site> {
  const process = await startSite(place.folder, place.databaseUrl, { ...OF_THE_TRIAL, ...env })
  const apiKey = await makeLauncher(process.port, place)
  const login = { username_or_email: 'Owner', password: 'correct horse battery' }
  const signedIn = await ask(process.port, { method: 'POST', path: '/auth/login', json: login })
  return { ...process, apiKey, owner: `Bearer ${signedIn.body.accessToken}` }
}

/** Starts the site again on the same data, after the previous process has ended. */
export async function reopenSite(place: Place, before: Site, env: Environment = {}): Promise<Site> {
  const process = await startSite(place.folder, place.databaseUrl, { ...OF_THE_TRIAL, ...env })
  return { ...process, apiKey: before.apiKey, owner: before.owner }
}

import { makeLauncher } from '../bench/launcher.ts'
import { type SiteProcess, startSite } from '../bench/site-process.ts'
import type { Place } from './place.ts'
import { ask } from './site-client.ts'

/** A tested site, with credentials of its administrator and its launcher server. */
export type Site = SiteProcess & { apiKey: string; owner: string }

type Environment = Record<string, string>

/** The environment of the tested site: its address is the same after a restart, and access tokens outlast a trial. */
const TRIAL_ENVIRONMENT: Environment = { PUBLIC_URL: 'http://localhost', JWT_EXPIRES: '1d' }

export async function openSite(place: Place, env: Environment = {}): Promise<Site> {
  const process = await startSite(place.folder, place.databaseUrl, { ...TRIAL_ENVIRONMENT, ...env })
  const apiKey = await makeLauncher(process.port, place)
  const login = { username_or_email: 'Owner', password: 'correct horse battery' }
  const signedIn = await ask(process.port, { method: 'POST', path: '/auth/login', json: login })
  return { ...process, apiKey, owner: `Bearer ${signedIn.body.accessToken}` }
}

export async function reopenSite(place: Place, before: Site, env: Environment = {}): Promise<Site> {
  const process = await startSite(place.folder, place.databaseUrl, { ...TRIAL_ENVIRONMENT, ...env })
  return { ...process, apiKey: before.apiKey, owner: before.owner }
}

export type { Language } from './language.ts'
export type { PlayerQuestion, Profile } from './player/profile.ts'
export {
  type AccessOptions,
  openPortal,
  type Portal,
  type PortalOptions,
  type PortalSettings,
} from './portal.ts'
export type { AccessProvider, Subject } from './providers/access.ts'
export type { NewsProvider } from './providers/news.ts'
export type { Accepted, SignInProvider, Verdict } from './providers/sign-in.ts'
export type { SkinProvider, Textures } from './providers/skin.ts'
export { SettingError } from './settings/setting-error.ts'
export type { NewsItem, SiteState } from './site/answers.ts'
export type { Credentials } from './site/site-client.ts'
export { SiteError } from './site/site-error.ts'
export type { SiteTrouble } from './site/site-trouble.ts'

/** Invalid settings; the message is for the owner of the launcher server. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

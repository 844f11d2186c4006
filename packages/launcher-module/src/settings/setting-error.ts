export class SettingError extends Error {
  override readonly name = 'SettingError'
}

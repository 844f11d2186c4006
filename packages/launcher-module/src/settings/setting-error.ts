/** Settings that cannot be used; the message is what the owner of the launcher server reads. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

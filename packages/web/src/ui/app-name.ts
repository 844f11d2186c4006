import { t } from '../i18n/i18n.ts'

/** Returns the name of an application; the name of the built-in application for launchers is translated. */
export function appName({ id, name }: { id: string; name: string }): string {
  return id === 'launchers' ? t('authorize.launchers') : name
}

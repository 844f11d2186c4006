import { isSettingName, type SettingName, type Settings, settingNames } from '@portal/contract'
import { Command } from 'commander'
import { changeSetting } from '../admin/settings/change-setting.ts'
import { COMMAND_LINE } from '../audit/actor.ts'
import { parseSetting, WrongSetting } from '../settings/setting.ts'
import { WrongUsage } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function settingsCommands(): Command[] {
  return [
    new Command('settings').description("the site's settings"),

    command('settings get')
      .description('show every setting, or one')
      .argument('[name]', settingNames.join(', '))
      .action(async (name: string | undefined, options: { json?: boolean }) => {
        const names = name === undefined ? settingNames : [knownName(name)]
        await withApp(async (app) => show(await app.settings.read(), names, options))
      }),

    command('settings set')
      .description('change a setting; applies to a running site within 5 s')
      .argument('<name>', settingNames.join(', '))
      .argument('<value>')
      .action(async (given: string, text: string, options: { json?: boolean }) => {
        const name = knownName(given)
        checkValue(name, text)
        await withApp(async (app) => {
          await changeSetting(app, COMMAND_LINE, { name, text })
          show(await app.settings.read(), [name], options)
        })
      }),
  ]
}

/**
 * Prints settings. Booleans are printed as `on` and `off`, the words that set them; with `--json` as true and false.
 */
function show(
  settings: Settings,
  names: readonly SettingName[],
  options: { json?: boolean },
): void {
  const word = (value: Settings[SettingName]) =>
    typeof value === 'boolean' && !options.json ? (value ? 'on' : 'off') : value
  print(Object.fromEntries(names.map((name) => [name, word(settings[name])])), options)
}

function knownName(name: string): SettingName {
  if (isSettingName(name)) return name
  throw new WrongUsage(`there is no setting ${name}; the settings are: ${settingNames.join(', ')}`)
}

function checkValue(name: SettingName, text: string): void {
  try {
    parseSetting(name, text)
  } catch (error) {
    throw error instanceof WrongSetting ? new WrongUsage(error.message) : error
  }
}

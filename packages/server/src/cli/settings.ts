import { Command } from 'commander'
import { changeSetting } from '../settings/change-setting.ts'
import { isSettingName, settingNames } from '../settings/setting.ts'
import { jsonOption, print, WrongUsage, withApp } from './output.ts'

export function settingsCommand(): Command {
  const command = new Command('settings').description('what the owner decides for the site')

  jsonOption(command.command('get'))
    .description('show the settings, or one')
    .argument('[name]', settingNames.join(', '))
    .action((name: string | undefined, options: { json?: boolean }) =>
      withApp(async (app) => {
        const settings = await app.settings.read()
        if (name === undefined) return print(settings, options)
        const known = knownName(name)
        print({ [known]: settings[known] }, options)
      }),
    )

  jsonOption(command.command('set'))
    .description('change a setting; a running site follows within 5 s')
    .argument('<name>', settingNames.join(', '))
    .argument('<value>')
    .action((name: string, value: string, options: { json?: boolean }) =>
      withApp(async (app) => {
        const known = knownName(name)
        await changeSetting(app, { name: known, text: value }, { actor: 'command', ip: null })
        print({ [known]: (await app.settings.read())[known] }, options)
      }),
    )
  return command
}

function knownName(name: string) {
  if (isSettingName(name)) return name
  throw new WrongUsage(`there is no setting ${name}; there are: ${settingNames.join(', ')}`)
}

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skeleton } from '../../packages/server/src/credentials/password-rules/leetspeak.ts'
import { transliterate } from '../../packages/server/src/credentials/password-rules/transliterate.ts'

/** The minimum length of a word, because shorter words are part of too many good passwords. */
const MIN_LENGTH = 4

/** Russian words that are popular as passwords. The package has them in no spelling. */
const RUSSIAN = `
  люблю люблютебя ятебялюблю любовь любимый любимая любаша танюша мышка рыбка кися зайка зайчик
  сынок братишка семья собачка щенок обезьяна черепаха волк орел крыса акула весна зима осень июнь
  июль сентябрь октябрь ноябрь декабрь океан река дождь снег снежок снежинка небо елка жизнь дьявол
  рыцарь воин убийца танки хоккей баскетбол сибирь рубль учеба школота деньрождения вишня яблоко
  лимон арбуз борщ здравствуйте незнамо пустота хуйня блять жопа жопка говно дурак дебил лохпидр
  геймер игра игрок рэпер стример ютуб скайп одноклассники контрстрайк майнкрафт крипер
`

/** Words of this game and similar ones. */
const GAME_WORDS = `
  minecraft minecrafter enderman herobrine mojang netherite villager pickaxe crafter hypixel skywars
  bedwars amongus roblox fortnite dota2 worldoftanks counter-strike progamer servers youtuber tiktok
  instagram telegram whatsapp yandex sberbank bitcoin xiaomi huawei login
`

const folder = join(import.meta.dirname, '../../packages/server/src/credentials/password')
const source = join(import.meta.dirname, '../../node_modules/@zxcvbn-ts/language-common')

if (import.meta.main) {
  writeFileSync(join(folder, 'frequent-passwords.txt'), frequentPasswords())
  copyFileSync(join(source, 'LICENSE.txt'), join(folder, 'frequent-passwords.license.txt'))
}

/**
 * Makes the content of frequent-passwords.txt: the passwords of `@zxcvbn-ts/language-common` (MIT; 49,000 leaked
 * passwords) and the words above. Run this file with node after a change of the package, the words, the leetspeak table
 * or the transliteration.
 */
export function frequentPasswords(): string {
  const counted: string[] = JSON.parse(readFileSync(join(source, 'src/passwords.json'), 'utf8'))
  const added = `${RUSSIAN}${GAME_WORDS}`.split(/\s+/).map(transliterate)
  const words = new Set([...counted, ...added].filter((word) => word.length >= MIN_LENGTH))
  const entries = [...words].filter((word) => !isWordWithJunk(word, words))
  return [...new Set(entries.flatMap(writingsOf))]
    .sort()
    .map((writing) => `${writing}\n`)
    .join('')
}

/**
 * Whether a word needs no entry because it is a listed word with digits or signs around it: `dragon12` is refused
 * because of `dragon`. Passwords with words of four letters are refused only if listed, so `bond007` stays.
 */
function isWordWithJunk(word: string, words: Set<string>): boolean {
  const core = word.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return core !== word && core.length > MIN_LENGTH && words.has(core)
}

/** Returns the spellings to store for a word. Digits count as letters only next to letters, so 7353 is not `test`. */
function writingsOf(word: string): string[] {
  if (/^[a-z]+$/.test(word)) return [skeleton(word)]
  return /[a-z]/.test(word) ? [word, skeleton(word)] : [word]
}

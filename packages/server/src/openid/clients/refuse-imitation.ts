import { Refusal } from '../../platform/errors.ts'

/** Names of the site's parts and of its staff, as players know them. */
const OWN_PARTS = [
  ...['panel', 'admin panel', 'admin', 'administrator', 'administration', 'staff', 'team'],
  ...['moderator', 'moderators', 'moderation', 'support', 'security', 'official', 'owner'],
  ...['account', 'my account', 'sign in', 'login', 'log in', 'site', 'website', 'portal'],
  ...['панель', 'админ панель', 'панель управления', 'админ', 'админка', 'администратор'],
  ...['администрация', 'персонал', 'команда', 'модератор', 'модераторы', 'модерация'],
  ...['поддержка', 'служба поддержки', 'техподдержка', 'безопасность', 'официальный'],
  ...['официальный сайт', 'владелец', 'аккаунт', 'личный кабинет', 'вход', 'сайт', 'портал'],
]

const LOOK_ALIKES = new Map([
  ...pairs('аa вb еe кk мm нh оo рp сc тt уy хx ѕs іl їl јj ԁd ԛq ԝw һh ьb зz ӏl'),
  ...pairs('αa βb εe ηn ικ κk μu νv οo ρp τt υu χx γy ζz ιl'),
  ...pairs('0o 1l il |l 3z 5s $s 8b'),
])

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)])
}

/**
 * Returns a form of a name that is the same for names that look alike: without case, spaces, punctuation and accents,
 * and with Latin letters instead of look-alikes (Unicode Technical Standard 39, 4).
 */
export function skeletonOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|$]/gu, '')
  const latin = Array.from(letters, (letter) => LOOK_ALIKES.get(letter) ?? letter).join('')
  return latin.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

const ownParts = new Set(OWN_PARTS.map(skeletonOf))

/**
 * Refuses a client name that players could take for the site: the name of the site, of one of its parts or of its
 * staff, or a combination of these. A name that also has other words, such as `forum`, is allowed.
 * @throws Refusal `openid.imitation`
 */
export function refuseImitation(name: string, siteName: string): void {
  const [given, site] = [skeletonOf(name), skeletonOf(siteName)]
  const rest = site === '' ? given : given.replaceAll(site, '')
  if (rest === '' || ownParts.has(rest)) throw new Refusal('openid.imitation')
}

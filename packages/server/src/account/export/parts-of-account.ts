import { isoInstant } from '../../platform/clock.ts'
import {
  INTERNAL,
  instant,
  json,
  money,
  type Part,
  picture,
  plain,
  SAME,
  SECRET,
  type Shown,
  THEIRS,
  who,
} from './export-part.ts'

/** The account, and where its player is and was signed in. */
export const partsOfAccount = {
  player: {
    as: 'account',
    about: {
      en: 'your name, address, language and balances, since when you are here, and what you wear',
      ru: 'имя, почта, язык и баланс, с какого времени вы с нами и что на вас надето',
    },
    of: ['id'],
    key: ['id'],
    columns: {
      id: plain('uuid'),
      username: plain('name'),
      username_key: SAME,
      email: plain('email'),
      email_key: SAME,
      password_hash: SECRET,
      locale: plain('language'),
      created_at: instant('registeredAt'),
      activated_at: instant('emailConfirmedAt'),
      unconfirmed_since: instant('waitsForConfirmationSince'),
      password_change_required_at: instant('passwordChangeDemandedAt'),
      superuser_at: instant('superuserSince'),
      inviter_id: { as: 'wasInvited', read: (id) => id !== null },
      real_cents: money('balanceReal'),
      virtual_cents: money('balanceVirtual'),
      totp_sealed: SECRET,
      totp_enabled_at: instant('twoFactorSince'),
      totp_last_step: INTERNAL,
      skin_hash: picture('skin'),
      skin_twin_hash: picture('skinIn64Pixels'),
      skin_model: plain('skinModel'),
      cape_hash: picture('cape'),
      profile_hidden_at: instant('publicProfileHiddenSince'),
      shares_skin_at: instant('sharesSkinSince'),
      ever_given: INTERNAL,
      ends_at: INTERNAL,
      deletes_at: instant('isDeletedAt'),
    },
  } satisfies Part<'player'>,

  former_name: {
    as: 'formerNames',
    about: { en: 'what you were called before', ru: 'ваши прежние имена' },
    of: ['player_id'],
    key: ['id'],
    columns: {
      id: INTERNAL,
      player_id: THEIRS,
      name: plain('name'),
      author: who('changedBy'),
      until: instant('until'),
    },
  } satisfies Part<'former_name'>,

  kept_name: {
    as: 'keptNames',
    about: {
      en: 'former names that nobody else can take yet',
      ru: 'прежние имена, которые пока не может занять никто другой',
    },
    of: ['player_id'],
    key: ['name_key'],
    columns: {
      name_key: SAME,
      player_id: THEIRS,
      name: plain('name'),
      until: instant('until'),
    },
  } satisfies Part<'kept_name'>,

  player_import: {
    as: 'movedIn',
    about: {
      en: 'from which earlier site or plugin your account was taken over, and what came with it',
      ru: 'с какого прежнего сайта или плагина перенесён аккаунт и что перенесено вместе с ним',
    },
    of: ['player_id'],
    key: ['player_id'],
    columns: {
      player_id: THEIRS,
      source: plain('source'),
      name_key: plain('nameThere'),
      imported_at: instant('at'),
      password_mark: SECRET,
      email_mark: SECRET,
      totp: INTERNAL,
      belongings: json('cameAlong'),
    },
  } satisfies Part<'player_import'>,

  session: {
    as: 'sessions',
    about: {
      en: 'where you are signed in: device, program, network address, and when',
      ru: 'где вы сейчас вошли: устройство, программа, сетевой адрес и время',
    },
    of: ['player_id'],
    key: ['id'],
    columns: {
      id: plain('id'),
      player_id: THEIRS,
      device: plain('device'),
      agent: plain('program'),
      ip: plain('address'),
      counter: INTERNAL,
      replacements: INTERNAL,
      created_at: instant('startedAt'),
      updated_at: instant('lastUsedAt'),
      expires_at: instant('endsAt'),
      proved_at: {
        as: 'lastProvedAt', // 0: the password was replaced since
        read: (at) => (at === null || Number(at) === 0 ? null : isoInstant(Number(at))),
      },
      second_factor: plain('secondFactor'),
      cookie_mark: SECRET,
      place_mark: { as: 'place', read: placeOf },
      signed_in_with: plain('signedInWith'),
      game_hash: SECRET,
      client_token: SECRET,
      game_name: plain('nameInGame'),
      launcher_password_id: plain('launcherPassword'),
    },
  } satisfies Part<'session'>,

  device: {
    as: 'devices',
    about: {
      en: 'browsers and places that count as familiar when you sign in',
      ru: 'браузеры и места, вход с которых считается привычным',
    },
    of: ['player_id'],
    key: ['mark'],
    columns: {
      player_id: THEIRS,
      mark: { as: 'knownBy', read: placeOf } satisfies Shown,
      first_seen_at: instant('firstSeenAt'),
      last_seen_at: instant('lastSeenAt'),
    },
  } satisfies Part<'device'>,
}

/** What a mark says about a place or an address; of a cookie and a client token only that it is one. */
function placeOf(mark: unknown): string | null {
  if (mark === null) return null
  const [, kind, name = ''] = /^(\w+):(.*)$/s.exec(String(mark)) ?? []
  if (kind === 'place' || kind === 'address') return name
  return kind === 'launcher' ? 'a launcher' : 'a cookie of the browser'
}

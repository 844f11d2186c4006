import type en from '../en/records.ts'

const ru: typeof en = {
  actions: {
    site: { 'set-up': 'Сайт настроен' },
    player: {
      registered: 'Регистрация',
      created: 'Аккаунт создан',
      activated: 'Аккаунт подтверждён',
      email: 'Почта изменена',
      username: 'Имя изменено',
      superuser: 'Суперпользователь изменён',
      banned: 'Заблокирован',
      unbanned: 'Разблокирован',
      balance: 'Баланс изменён',
      roles: 'Роли изменены',
      permissions: 'Права изменены',
    },
    grant: { given: 'Донат-группа выдана', taken: 'Донат-группа забрана' },
    role: { created: 'Роль создана', changed: 'Роль изменена', deleted: 'Роль удалена' },
    group: { created: 'Группа создана', changed: 'Группа изменена', deleted: 'Группа удалена' },
    login: {
      succeeded: 'Вход',
      missed: 'Неудачный вход',
      paused: 'Вход приостановлен',
      refused: 'Вход отклонён',
    },
    session: { closed: 'Сессия завершена', reused: 'Украденная сессия завершена' },
    sessions: { closed: 'Сессии завершены' },
    password: {
      set: 'Пароль задан',
      changed: 'Пароль изменён',
      'change-required': 'Потребован новый пароль',
      'reset-requested': 'Запрошена ссылка для сброса',
      reset: 'Пароль сброшен',
    },
    'two-factor': {
      enabled: 'Второй фактор включён',
      disabled: 'Второй фактор выключен',
      removed: 'Второй фактор снят',
    },
    texture: { uploaded: 'Скин или плащ загружен', removed: 'Скин или плащ удалён' },
    setting: { changed: 'Настройка изменена' },
    keys: { rotated: 'Ключи подписи заменены' },
    'api-key': {
      created: 'Ключ API создан',
      changed: 'Ключ API изменён',
      revoked: 'Ключ API отозван',
      refused: 'Ключ API отклонён',
    },
    mail: { retried: 'Письмо отправлено снова', tested: 'Пробное письмо отправлено' },
    news: { created: 'Новость создана', changed: 'Новость изменена', deleted: 'Новость удалена' },
  },
  mails: {
    activation: 'Код подтверждения',
    'new-address': 'Код для нового адреса',
    'address-change': 'Уведомление о новом адресе',
    'address-replaced': 'Уведомление: адрес заменён',
    'new-device': 'Уведомление о новом устройстве',
    'token-reused': 'Уведомление об украденной сессии',
    'two-factor': 'Уведомление о втором факторе',
    reset: 'Ссылка для нового пароля',
    'password-changed': 'Уведомление: пароль изменён',
    test: 'Пробное письмо',
  },
}

export default ru

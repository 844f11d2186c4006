import type en from '../en/providers.ts'

const ru: typeof en = {
  providersPage: {
    about: 'Игроки могут привязать аккаунты этих сервисов к своему и входить через них.',
    empty: 'Сервисов пока нет. Игроки входят по нику и паролю или с ключом доступа.',
    emptyWithoutPasskeys: 'Сервисов пока нет. Игроки входят по нику и паролю.',
    superuserOnly: 'Добавлять, менять и удалять сервисы может только суперпользователь.',
    add: 'Добавить сервис',
    newProvider: 'Новый сервис',
    change: 'Изменить',
    changeOf: 'Изменить {name}',
    on: 'включён',
    off: 'выключен',
    turnOn: 'Включить',
    turnOnOf: 'Включить {name}',
    turnOff: 'Выключить',
    turnOffOf: 'Выключить {name}',
    turnedOn: '{name} теперь на странице входа.',
    turnedOff: 'Войти через {name} теперь нельзя. Привязки сохранены.',
    added: 'Сервис {name} добавлен.',
    deleted: 'Сервис {name} удалён.',
    delete: 'Удалить',
    deleteQuestion: 'Удалить {name}?',
    deleteUnused: 'Его никто не привязал.',
    deleteHint:
      'Его привязал {n} игрок. Привязка пропадёт, входить снова придётся по паролю. | Его привязали {n} игрока. Привязки пропадут, входить снова придётся по паролю. | Его привязали {n} игроков. Привязки пропадут, входить снова придётся по паролю.',
    linked: 'привязал {n} игрок | привязали {n} игрока | привязали {n} игроков',
    linkedNobody: 'пока никто не привязал',
    trusts: 'При входе через этот сервис код 2FA не нужен.',
    kind: 'Сервис',
    kinds: {
      discord: 'Discord',
      google: 'Google',
      vk: 'VK ID',
      yandex: 'Яндекс ID',
      telegram: 'Telegram',
      microsoft: 'Microsoft',
      oidc: 'Другой сервис (OpenID Connect)',
    },
    name: 'Название на кнопке',
    nameHint: 'Игроки увидят «Войти через …»',
    slug: 'Короткое имя в адресе',
    slugHint:
      'Строчные латинские буквы, цифры и дефисы. Им закончится адрес для сервиса; потом его не изменить.',
    issuer: 'Адрес сервиса (issuer)',
    issuerHint: 'Часть адреса перед /.well-known/openid-configuration',
    tenant: 'Каталог (tenant)',
    tenantHint: 'Оставьте common, чтобы подходил любой аккаунт Microsoft.',
    test: 'Проверить',
    testOf: 'Проверить {name}',
    reached: '{name} отвечает.',
    notReached: 'Пока не работает:',
    clientId: 'ID клиента',
    clientSecret: 'Секрет клиента',
    secretKept: 'Не заполняйте, чтобы оставить сохранённый. Он нигде не показывается.',
    enabled: 'Показывать на странице входа',
    trusted: 'Не требовать код 2FA сайта',
    trustedHint:
      'Игроки с двухфакторной защитой войдут через этот сервис без кода: тот, кто взломает их аккаунт в сервисе, войдёт и сюда.',
    redirect: 'Адрес, который нужно указать в сервисе',
    redirectHint: 'Скопируйте точно, буква в букву.',
    steps: 'Настройка в сервисе',
    console: 'Открыть {host}',
    http: 'Адрес сайта — {address}. Почти все сервисы возвращают игроков только на https. Сначала укажите в PUBLIC_URL адрес с https.',
    local:
      'Адрес сайта — {address}. С ним вход работает на этой машине, но другие люди войти не смогут. Сначала укажите в PUBLIC_URL настоящий адрес сайта.',
    number:
      'Адрес сайта — {address}. Почти все сервисы не принимают IP-адрес. Сначала дайте сайту доменное имя и укажите его в PUBLIC_URL.',
  },
  providerSteps: {
    discord:
      'Нажмите New Application и назовите приложение как свой проект.\nOAuth2, Redirects, Add Redirect: вставьте адрес, показанный выше. Save Changes.\nНа той же странице скопируйте Client ID. Reset Secret покажет Client Secret.',
    google:
      'Выберите или создайте проект и нажмите Get started. Audience: External.\nClients, Create client, Web application. В Authorized redirect URIs вставьте адрес, показанный выше.\nСкопируйте Client ID и Client secret. Секрет показывается только один раз.\nAudience, Publish app. До этого войдут только тестовые пользователи из списка.',
    microsoft:
      'New registration. Supported account types: строка с любыми организациями и personal Microsoft accounts.\nRedirect URI: Web, и вставьте адрес, показанный выше. Register.\nНа странице Overview скопируйте Application (client) ID.\nCertificates & secrets, New client secret: скопируйте Value, а не Secret ID. Он действует не больше двух лет.',
    yandex:
      '«Создать приложение», «Для авторизации пользователей». Укажите название, иконку и почту.\nПлатформа «Веб-сервисы»: вставьте адрес, показанный выше, в поле Redirect URI.\nДоступ к данным: логин, имя и фамилия, пол.\nСкопируйте ClientID и Client secret.',
    vk: '«Мои приложения», «Добавить приложение». Платформа: Web.\nБазовый домен: {host}. Доверенный redirect URL: вставьте адрес, показанный выше.\nСкопируйте ID приложения и защищённый ключ.',
    telegram:
      'Создайте бота командой /newbot или выберите готового. Игроки увидят его имя и картинку.\nBot Settings, Web Login: добавьте два разрешённых адреса — {origin} и адрес, показанный выше.\nСкопируйте оттуда Client ID и Client Secret. Секрет — это не токен бота.',
    oidc: 'Создайте конфиденциальный клиент: вход по коду авторизации, права openid и profile.\\nУкажите в нём адрес, показанный выше, как redirect URI.\\nСкопируйте адрес сервиса (issuer), ID и секрет клиента.',
  },
}

export default ru

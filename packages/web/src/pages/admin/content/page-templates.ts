import type { NewPage } from '@portal/contract'

/** A template for a page. The operator replaces the text in square brackets. */
export type PageTemplate = Required<Omit<NewPage, 'published' | 'mustAgree'>>

const rules: PageTemplate = {
  slug: 'rules',
  place: 'both',
  titleEn: 'Rules',
  titleRu: 'Правила',
  bodyEn: `These rules hold on all our servers, in the chat and on [Discord, Telegram, VK].

# Be fair

- No cheats, macros or modified clients that give an advantage. Allowed mods: [list].
- Do not use bugs. Tell [whom] about them; we thank those who do.
- One person, one account, unless [exception].

# Be kind

- No insults, threats or hate, in whatever language.
- No advertising of other servers.
- Do not share anything private about other players.

# Build and let build

- Do not grief or take from others what is not yours. [Where PvP and raiding are allowed.]
- Clear away what you no longer need near spawn.

# What happens if not

First a warning, then a ban for a time, then for good. Cheating and threats may mean a ban at once. You can ask for a second look: [where].`,
  bodyRu: `Правила действуют на всех наших серверах, в чате и в [Discord, Telegram, ВКонтакте].

# Играйте честно

- Никаких читов, макросов и изменённых клиентов, дающих преимущество. Разрешённые моды: [список].
- Не пользуйтесь багами. Сообщайте о них: [кому]. За это мы благодарим.
- Один человек — один аккаунт, кроме [исключение].

# Уважайте других

- Никаких оскорблений, угроз и травли, на каком бы языке они ни были.
- Никакой рекламы других серверов.
- Не рассказывайте о других игроках ничего личного.

# Стройте и не мешайте строить

- Не ломайте чужое и не берите того, что вам не принадлежит. [Где разрешены PvP и рейды.]
- Убирайте за собой возле спавна.

# Что будет за нарушения

Сначала предупреждение, потом блокировка на время, потом навсегда. За читы и угрозы могут заблокировать сразу. Решение можно обжаловать: [где].`,
}

const privacy: PageTemplate = {
  slug: 'privacy',
  place: 'footer',
  titleEn: 'Privacy',
  titleRu: 'Конфиденциальность',
  bodyEn: `[Name of the project] is run by [who]. Questions about your data: [address].

# What we keep

- Your name in the game, e-mail address and language; your password only in a form that cannot be turned back.
- Your skin and cape. Everybody can see them, because the game shows them to everybody.
- Where and when you signed in: address, device, time. This protects your account.
- What you bought or were given, bans, and changes that staff made.
- [Anything else: logs of the game servers, the chat, payments.]

# What for, and for how long

We need it to run the game and keep accounts safe. The record of sign-ins and changes is kept for [180 days], the rest while you have an account.

# Who else gets it

[Our hosting company, the mail service, the payment service.] Nobody else, unless the law demands it.

# What you can do

Ask us what we have about you, have it corrected, or have your account deleted: write to [address].`,
  bodyRu: `Проект [название] ведёт [кто]. Вопросы о ваших данных: [адрес].

# Что мы храним

- Имя в игре, адрес почты и язык; пароль — только в виде, из которого его не восстановить.
- Скин и плащ. Их видят все, потому что их показывает игра.
- Откуда и когда вы входили: IP-адрес, устройство, время. Это защищает ваш аккаунт.
- Покупки и выданное вам, блокировки и изменения, внесённые командой проекта.
- [Что ещё: журналы игровых серверов, чат, платежи.]

# Зачем и как долго

Это нужно, чтобы вы могли играть, а аккаунты были в безопасности. Журнал входов и изменений хранится [180 дней], остальное — пока у вас есть аккаунт.

# Кто ещё это получает

[Хостинг, почтовый сервис, платёжный сервис.] Больше никто, кроме случаев, когда этого требует закон.

# Что вы можете

Узнать, что о вас хранится, исправить это или удалить аккаунт: напишите на [адрес].`,
}

const start: PageTemplate = {
  slug: 'how-to-play',
  place: 'menu',
  titleEn: 'How to play',
  titleRu: 'Как играть',
  bodyEn: `# Before you begin

You need [Windows 10 or later, macOS, Linux], [4 GB] of free memory and [5 GB] on the disk. [Whether a Minecraft licence is needed.]

# Three steps

1. [Create an account](/register). The name you choose is the one others see in the game.
2. Download the launcher from the [home page](/) and start it.
3. Sign in with the same name and password, choose a server and press Play.

# Your first day

- \`/spawn\` takes you to the beginning, \`/sethome\` and \`/home\` to your house. [Your own commands.]
- Protect what you build: [how].
- Read the [rules](/pages/rules).

# If something does not work

- The launcher does not start: [what to do].
- The game is slow: give it more memory in the settings of the launcher.
- Nothing helped? Ask us: [where].`,
  bodyRu: `# Что понадобится

[Windows 10 или новее, macOS, Linux], [4 ГБ] свободной памяти и [5 ГБ] на диске. [Нужна ли лицензия Minecraft.]

# Три шага

1. [Создайте аккаунт](/register). Выбранное имя увидят другие игроки.
2. Скачайте лаунчер на [главной странице](/) и запустите его.
3. Войдите с тем же именем и паролем, выберите сервер и нажмите «Играть».

# Первый день

- \`/spawn\` вернёт в начало, \`/sethome\` и \`/home\` — к вашему дому. [Ваши команды.]
- Защитите свою постройку: [как].
- Прочитайте [правила](/pages/rules).

# Если что-то не работает

- Лаунчер не запускается: [что делать].
- Игра тормозит: выделите ей больше памяти в настройках лаунчера.
- Ничего не помогло? Спросите нас: [где].`,
}

export const pageTemplates = { rules, privacy, start } as const

import { entryOf } from '#contract/defined.ts'
import type { Schema } from '#server/db/schema.ts'
import { skeletonOf } from '#server/features/auth/handle.ts'
import { AVATARS } from './avatars.ts'
import { avatarPath } from './pictures.ts'
import { type Book, DAY } from './tables.ts'

export type DemoPerson = Schema['user']
type Named = [name: string, display: string, face: string, about: string]

/** Room owners; the first is the owner who can log in. */
const OWNERS: Named[] = [
  [
    'aoi',
    '藍川 あおい',
    'mio',
    '朗読をしています。眠れない夜のための「夜ふかし喫茶室」店主。ほうじ茶と古い短編が好きです。',
  ],
  [
    'hinata',
    '真鍋ひなた',
    'note',
    'ピアノと歌。冬の曲ばかり書いてしまいます。毎日の練習を、そのまま置いておく部屋をひらいています。',
  ],
  ['yukie', '森田 ゆきえ', 'kaki', '雪の多い町で、保存食と毎日のおかずを作っています。'],
  ['akari', '天野 灯', 'moon', '晴れた夜にだけ開く天文部の部長。望遠鏡は持っていません。'],
  ['sae', '緑川 さえ', 'leaf', '枯らした数なら負けません。ベランダと窓辺の植物係。'],
  ['ayumu', '桐谷 歩', 'cup', '縁側で将棋を指しています。アマ二段。お茶は濃いめ。'],
  ['tabi', '線路ぎわの旅人', 'hill', '各駅停車だけで日本をまわっています。いまは山陰のどこか。'],
  ['shima_books', '島の古本屋', '3', '人口二百人の島で古本屋をしています。船は一日二便。'],
  ['asa', 'あさ子', '10', '毎朝六時半、みんなで体操をしています。遅刻は歓迎です。'],
  ['yama_no_kai', '山のぼり 健', '13', '低い山をゆっくり歩く会。頂上よりも途中の茶屋が好き。'],
  ['ito', '糸井 まゆ', '2', '編みものと繕いもの。ほどくのも手しごとのうち。'],
  ['sanshoya', '山椒家 小粒', '1', '二ツ目の落語家です。長屋の隣に住んでいるつもりでどうぞ。'],
  [
    'nekonote',
    'ねこの手 保護日記',
    'cat',
    '保護ねこと暮らす日記。ごはん代は参加費でまかなっています。',
  ],
  [
    'kumo',
    '雲を見る人',
    'bird',
    '雲の写真を十年撮りました。部屋は閉じましたが、記録は残してあります。',
  ],
  ['film_bu', 'フィルム写真部', '7', '三十六枚撮って、二週間待つ。そういう写真の話をしましょう。'],
  [
    'room_staff',
    'Room 編集部',
    'wave',
    'Room のこれからと、はじめての方へのご案内をお届けします。',
  ],
  ['mouke', '必勝太郎', '5', '絶対に儲かる方法を教えます。'],
]
const OFFICIAL = ['aoi', 'hinata', 'yukie', 'akari', 'sae', 'room_staff']

const MEMBERS: Named[] = [
  ['haru', '佐藤 千晴', 'ume', '夜の朗読と、土曜の味噌汁。聞き専ですが、毎週います。'],
  ['sora', '青木 そら', '8', 'はじめました。'],
  ['unei', 'Room 運営', '6', ''],
  ['maruyama', 'まるやま', 'cat', '犬派です（アイコンは妻が選びました）。'],
  ['yoru_knit', 'Yoru', 'moon', '編みながら聞いています。'],
  ['yuji_coffee', 'ゆうじ', 'cup', '焙煎は浅煎り派。'],
  ['take_take', 'たけ', 'onigiri', 'おにぎりは梅。'],
  ['kotori', 'ことり', 'bird', ''],
  ['shiori', '汐里', 'wave', '海のそばで働いています。'],
  ['sakana', 'さかな', 'fish', ''],
  ['tsukiko', '月子', '0', '月齢で予定を立てます。'],
  ['hondana', '本棚のうら', '3', '文庫本を一日一編。'],
  ['minato', '湊', '1', ''],
  ['kaede', '楓', '2', '京都から。'],
  ['rin', '凛', '4', '学生です。朗読をはじめたい。'],
  ['shunpei', '俊平', '7', '夜勤の休憩に聞いています。'],
  ['mugicha', '麦茶', '9', ''],
  ['nagisa', 'なぎさ', '12', '聞きながら寝落ちしがち。'],
  ['gonta', 'ごんた', '5', '落語と相撲。'],
  ['hotaru', 'ほたる', '14', ''],
  ['itsuki', '樹', '15', '植物園勤務。'],
  ['chiyo', '千代', '16', '孫に教わって登録しました。'],
  ['kenta', 'けんた', '11', ''],
  ['mayu', 'まゆゆ', '18', ''],
  ['akane', '茜', '20', '夕方に散歩します。'],
  ['ryota', '涼太', '13', '山と写真。'],
  ['fumi', '文', '21', '手紙が好きです。'],
  ['sumire', 'すみれ', '22', ''],
  ['daichi', '大地', '17', '北海道より。'],
  ['hikari', 'ひかり', '10', ''],
  ['satsuki', '五月', '6', ''],
  ['jiro', '次郎', '19', '将棋は父に教わりました。'],
  ['nana', '奈々', '8', ''],
  ['tomo', 'とも', 'hill', ''],
  ['yuzu', 'ゆず', 'kaki', 'ゆず湯の季節になりました。'],
  ['koharu', '小春', 'ume', ''],
  ['ginji', '銀次', '5', '元・船乗り。'],
  ['mio_k', '澪', '2', ''],
  ['asahi', '朝陽', '0', '体操三年目。'],
  ['kei', '圭', '1', ''],
  ['wakaba', 'わかば', 'leaf', ''],
  ['tanuki', 'たぬき', '23', 'ぽん。'],
]

const GIVEN_NAMES = [
  ...['あかり', 'いちか', 'うた', 'えま', 'かおり', 'きよし', 'くみ', 'けいこ', 'こうた', 'さき'],
  ...[
    'しげる',
    'すず',
    'せいや',
    'そうた',
    'たまき',
    'ちなつ',
    'つばさ',
    'てつや',
    'なお',
    'のぞみ',
  ],
  ...['はるか', 'ひろ', 'ふうか', 'まこと', 'みさき', 'むつみ', 'めい', 'もも', 'ゆい', 'りょう'],
]
const TAILS = ['', 'さん', '＠窓辺', '。', '（夜型）', '🌙', 'ん', 'の休憩', '☕', '3']
const MEMBER_NAMES = 320
const YOUNGEST = 1975

const LINKS: Record<string, [string, string][]> = {
  aoi: [
    ['朗読のこと（ブログ）', 'https://example.com/aoi/blog'],
    ['写真', 'https://example.com/aoi/photo'],
    ['お仕事のご相談', 'https://example.com/aoi/contact'],
  ],
  hinata: [['公演のお知らせ', 'https://example.com/hinata']],
  akari: [['今夜の空', 'https://example.com/akari/tonight']],
  haru: [['読書の記録', 'https://example.com/haru/books']],
}

const MAILS: Record<string, string> = { aoi: 'owner', haru: 'fan', sora: 'guest', unei: 'admin' }

/** Adds all people; only the four who can log in have a password. */
export function addPeople(book: Book, passwordHash: string): Map<string, DemoPerson> {
  const people = new Map<string, DemoPerson>()
  for (const [at, person] of [...OWNERS, ...MEMBERS].entries())
    people.set(person[0], addPerson(book, person, { at, passwordHash }))
  for (let n = 0; n < MEMBER_NAMES; n++) {
    const name = `yoru_${String(n + 1).padStart(3, '0')}`
    const display = `${GIVEN_NAMES[n % GIVEN_NAMES.length]}${TAILS[Math.floor(n / GIVEN_NAMES.length) % TAILS.length]}`
    people.set(
      name,
      addPerson(book, [name, display, `${n % AVATARS}`, ''], { at: 60, passwordHash }),
    )
  }
  addLinks(book, people)
  return people
}

interface Rest {
  at: number
  passwordHash: string
}

function addPerson(book: Book, [name, display_name, face, about]: Named, rest: Rest): DemoPerson {
  const created_at = book.ago(
    DAY * (rest.at < OWNERS.length ? 2_000 - rest.at * 70 : book.between(20, 700)),
  )
  const faceless = rest.at === 60 && book.random() < 0.3
  return book.add('user', {
    id: book.newId(),
    name,
    name_skeleton: skeletonOf(name),
    display_name,
    email: `${MAILS[name] ?? name}@example.com`,
    email_verified_at: created_at,
    password_hash: MAILS[name] ? rest.passwordHash : null,
    about,
    icon_path: faceless ? null : avatarPath(face, 'full'),
    icon_small_path: faceless ? null : avatarPath(face, 'small'),
    official_flg: OFFICIAL.includes(name) ? 1 : 0,
    birth_y: YOUNGEST + book.between(0, 28),
    birth_m: book.between(1, 12),
    birth_d: book.between(1, 28),
    gender: book.pick([1, 2, 9]),
    role: name === 'unei' ? 'operator' : 'member',
    status: 'active',
    terms_accepted_at: created_at,
    guardian_consent_at: null,
    followers: 0,
    following: 0,
    unread_messages: 0,
    created_at,
    updated_at: created_at,
  })
}

function addLinks(book: Book, people: Map<string, DemoPerson>) {
  for (const [name, links] of Object.entries(LINKS))
    for (const [position, [title, url]] of links.entries())
      book.add('profile_link', {
        id: book.newId(),
        user_id: entryOf(people, name).id,
        title,
        url,
        position,
      })
  // A former handle, which redirects.
  book.add('name_history', {
    name: 'yofukashi',
    skeleton: skeletonOf('yofukashi'),
    user_id: entryOf(people, 'aoi').id,
    changed_at: book.ago(200 * DAY),
  })
}

/** Adds follows: owners have many followers, guests none. */
export function addFollows(book: Book, people: Map<string, DemoPerson>) {
  const everyone = [...people.values()].filter(({ name }) => name !== 'sora' && name !== 'unei')
  const follow = (follower: DemoPerson, followee: DemoPerson) =>
    book.add('follow', {
      follower_id: follower.id,
      followee_id: followee.id,
      created_at: book.ago(book.between(1, 300) * DAY + book.between(0, 86_000) * 1_000),
    })
  const followees = [...OWNERS, ...MEMBERS].map(([name]) => entryOf(people, name))
  for (const [at, owner] of followees.entries()) {
    if (owner.name === 'sora' || owner.name === 'unei' || owner.name === 'mouke') continue
    const count =
      owner.name === 'aoi' ? 186 : at < OWNERS.length ? book.between(12, 70) : book.between(0, 9)
    for (const follower of book.some(
      everyone.filter(({ id }) => id !== owner.id),
      count,
    ))
      follow(follower, owner)
  }
}

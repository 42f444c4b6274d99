import { skeletonOf } from '#server/features/auth/handle.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import {
  inHours,
  makeComment,
  makeConversation,
  makeDigitalTicket,
  makeEvent,
  makeFollow,
  makeIssued,
  makeMember,
  makeReaction,
  makeRoom,
  makeSale,
  makeSeller,
  makeThread,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { makeType } from '#server/testing/ticket-types.ts'
import type { World } from '#server/testing/world.ts'
import { addStreamAndGate, addTraces } from './traces.ts'

/** Each text is in exactly one column, so a hit names the column that was not erased. */
export const HERS = {
  name: 'sakurako',
  formerName: 'hanako_old',
  displayName: '桜木さくら',
  email: 'sakura@tegami.test',
  about: '花と歩く自己紹介',
  linkTitle: '花の便り',
  linkUrl: 'https://hana-no-tayori.example/',
  roomTitle: '桜の茶室',
  roomAbout: '茶室のいわれ',
  roomTag: '茶室めぐり',
  stampName: '桜の拍手',
  menuTitle: '茶室のお品書き',
  menuUrl: 'https://oshinagaki.example/',
  threadTitle: '夜桜の題',
  threadText: '夜桜の本文',
  elsewhereTitle: '出先での題',
  elsewhereText: '出先での本文',
  comment: 'あなたへの感想',
  answered: '答えのあった感想',
  message: '手紙のなかみ',
  answer: '返事のなかみ',
  announcementTitle: '連絡の題',
  announcementText: '連絡のなかみ',
  talk: '生放送でのひとこと',
  feedback: '運営への意見',
  reportReason: '通報のわけ',
  evidence: '通報された発言',
  accused: '訴えられた題',
  answerToClaim: '照会への答え',
  claim: '削除を求めるわけ',
  claimant: '権利者としての桜',
  eventAbout: '会のあらまし',
  eventTag: '花の会めぐり',
  draftTitle: '書きかけの会',
  ngWord: '禁じた言葉',
  ticketAbout: '券のあらまし',
  venue: '藤棚ホール',
  typeNote: '桜の学生証を見せる',
  sellerName: '佐久間花枝',
  sellerAddress: '梅ヶ丘三丁目',
  sellerPhone: '09011112222',
  device: 'さくらの電話',
  endpoint: 'https://push.example.net/sakura-endpoint',
  pushKey: 'sakura-push-key',
  passkey: 'さくらの指紋',
  credential: 'sakura-credential',
  subject: 'sakura-at-line',
  cardRef: 'pm_sakura',
  boundKey: 'sakura-bound-key',
  asker: '問い合わせた桜',
  needs: '足もとが暗いとつまずきます',
  entrantName: '桜木　咲良子',
  paperName: '桜木　さくら',
  entrantContact: 'sakurako-entry@tegami.test',
} as const

export const BORN = { birth_y: 1987, birth_m: 6, birth_d: 5 }
export const HER_PASSWORD = 'nagai himitsu no kotoba'
/** Texts of others that only they and she may read. */
export const OTHERS = {
  message: '春さんだけの言葉',
  email: 'haru@yoso.test',
  asker: '売り手に問うた人',
} as const

const FILES = {
  icon: 'public/user/hers.webp',
  small: 'public/user/hers-small.webp',
  header: 'public/room/header.webp',
  roomIcon: 'public/room/icon.webp',
  image: 'members/thread/hers.png',
  smallImage: 'members/thread/hers-small.png',
  thumbnail: 'public/event/hers.webp',
  stamp: 'public/stamp/hers.webp',
  ticket: 'public/ticket/hers.webp',
  arriving: 'arriving/upload-hers',
}
/** A demo file that another user uses too. */
export const SHARED_FILE = 'public/demo/face.webp'

/**
 * `sakura` owns a room, is a member of aoi's room, and has rows in every table with personal data; nothing prevents
 * the deletion of her account. `haru` has exchanged messages with her.
 */
export async function createFullPerson(world: World) {
  const now = world.clock.now().toISOString()
  await makeRoom(world, 'aoi')
  await makeUser(world, 'haru', { email: OTHERS.email })
  await makeRoom(world, 'sakura', {
    title: HERS.roomTitle,
    about: HERS.roomAbout,
    tags: HERS.roomTag,
    header_image_path: FILES.header,
    icon_image_path: FILES.roomIcon,
  })
  await asSheIs(world)
  await herDevices(world, now)
  await herTexts(world, now)
  await herRoom(world, now)
  await herMoney(world, now)
  await addTraces(world, 'sakura')
  for (const path of Object.values(FILES)) await world.media.put(path, Buffer.from(path))
  await world.media.put(SHARED_FILE, Buffer.from('of all'))
}

async function asSheIs(world: World) {
  await world.db
    .updateTable('user')
    .set({
      name: HERS.name,
      name_skeleton: HERS.name,
      display_name: HERS.displayName,
      email: HERS.email,
      about: HERS.about,
      ...BORN,
      gender: 1,
      icon_path: FILES.icon,
      icon_small_path: FILES.small,
      password_hash: await hashPassword(HER_PASSWORD),
    })
    .where('id', '=', 'sakura')
    .execute()
  await world.add('name_history', {
    name: HERS.formerName,
    skeleton: skeletonOf(HERS.formerName),
    user_id: 'sakura',
    changed_at: world.clock.now().toISOString(),
  })
  const link = { id: 'link', user_id: 'sakura', position: 0 }
  await world.add('profile_link', { ...link, title: HERS.linkTitle, url: HERS.linkUrl })
  await world.db.transaction().execute(async (tx) => {
    await world.engine.search.put(tx, 'user', 'sakura', `${HERS.displayName} ${HERS.name}`)
    await world.engine.search.put(tx, 'room', 'room-sakura', `${HERS.roomTitle} ${HERS.name}`)
  })
  await makeFollow(world, 'sakura', 'aoi')
  await makeFollow(world, 'haru', 'sakura')
}

async function herDevices(world: World, created_at: string) {
  const user_id = 'sakura'
  const login = { id: 'hers', user_id, device: HERS.device, created_at }
  await world.add('session', { ...login, last_seen_at: created_at, revoked_at: null })
  await world.add('refresh_token', {
    token_hash: 'hash-of-hers',
    session_id: 'hers',
    successor_hash: null,
    used_at: null,
    expires_at: inHours(world, 24),
    created_at,
  })
  await world.add('push_token', {
    id: 'push',
    user_id,
    kind: 'webpush',
    endpoint: HERS.endpoint,
    keys: JSON.stringify({ auth: HERS.pushKey }),
    created_at,
    session_id: 'hers',
  })
  await world.add('passkey', {
    id: 'passkey',
    user_id,
    credential_id: HERS.credential,
    public_key: 'key',
    counter: 0,
    transports: '[]',
    name: HERS.passkey,
    created_at,
    last_used_at: null,
  })
  const identity = { id: 'identity', user_id, provider: 'line', created_at } as const
  await world.add('identity', { ...identity, subject: HERS.subject })
}

async function herTexts(world: World, created_at: string) {
  await makeMember(world, 'room-aoi', 'sakura')
  const thread = await makeThread(world, 'room-aoi', 'aoi', { title: '葵の題' })
  await makeComment(world, thread.id, 'sakura', { text: HERS.comment })
  const parent_id = await makeComment(world, thread.id, 'sakura', { text: HERS.answered })
  await makeComment(world, thread.id, 'haru', { text: '答えです', parent_id })
  await makeReaction(world, thread.id, 'sakura')
  const otherThread = { title: HERS.elsewhereTitle, text: HERS.elsewhereText }
  await makeThread(world, 'room-aoi', 'sakura', otherThread)

  const withAoi = { room_id: 'room-aoi', member_id: 'sakura', title: '葵の部屋' }
  await makeConversation(
    world,
    { sakura: 0, aoi: 1 },
    [{ by: 'sakura', text: HERS.message }],
    withAoi,
  )
  const withHaru = { room_id: 'room-sakura', member_id: 'haru', title: HERS.roomTitle }
  await makeConversation(
    world,
    { sakura: 1, haru: 1 },
    [
      { by: 'haru', text: OTHERS.message },
      { by: 'sakura', text: HERS.answer },
    ],
    { ...withHaru, id: 'with-haru' },
  )
  const content = { title: HERS.announcementTitle, text: HERS.announcementText }
  const by = { id: 'news', room_id: 'room-sakura', author_id: 'sakura', created_at }
  await world.add('announcement', { ...by, ...content })
  await makeConversation(
    world,
    { sakura: 0, haru: 1 },
    [{ by: 'sakura', text: HERS.announcementText }],
    { id: 'news', kind: 'announcement', room_id: 'room-sakura', title: HERS.announcementTitle },
  )
  await makeEvent(world, 'room-aoi', { id: 'on-air', publishment_flg: 1 })
  await world.add('talk', {
    event_id: 'on-air',
    seq: 1,
    user_id: 'sakura',
    message: HERS.talk,
    client_id: null,
    deleted: 0,
    deletes: null,
    question: 0,
    created_at,
  })
  await world.add('counter', { name: 'talk:on-air', last: 1 })
  const watched = { event_id: 'on-air', user_id: 'sakura', kind: 'live', minutes: 3 } as const
  await world.add('watch', { ...watched, last_minute: created_at })
  const opinion = { id: 'opinion', user_id: 'sakura', category: 'opinion', created_at }
  await world.add('feedback', { ...opinion, text: HERS.feedback })
  const report = { kind: 'comment', target_id: thread.id, category: '', status: 'open' } as const
  const facts = { ...report, event_id: null, decided_by: null, decided_at: null, created_at }
  await world.add('report', {
    ...facts,
    id: 'by-her',
    reporter_id: 'sakura',
    author_id: 'haru',
    reason: HERS.reportReason,
    evidence: '{}',
  })
  await world.add('report', {
    ...facts,
    id: 'of-her',
    reporter_id: 'haru',
    author_id: 'sakura',
    reason: '困ります',
    evidence: JSON.stringify({ text: HERS.evidence }),
  })
  const takedown = { kind: 'user', claimed: 'other', behalf: '', created_at } as const
  const decided = { decided_at: null, moderation_id: null, state: 'inquired' } as const
  const answered = { inquired_at: created_at, answer_until: created_at, answered_at: created_at }
  await world.add('takedown', {
    ...{ ...takedown, ...decided, ...answered, id: 'against-her', number: 1, requester_id: null },
    ...{ target_id: 'sakura', author_id: 'sakura', url: `/${HERS.name}`, answer: 'object' },
    evidence: JSON.stringify({ display_name: HERS.accused }),
    ...{ claim: '困ります', name: OTHERS.asker, email: 'asker@yoso.test' },
    answer_text: HERS.answerToClaim,
  })
  await world.add('takedown', {
    ...{ ...takedown, ...decided, id: 'from-her', number: 2, requester_id: 'sakura' },
    ...{ inquired_at: null, answer_until: null, answered_at: null, answer: null },
    ...{ target_id: 'aoi', author_id: 'aoi', url: '/aoi', evidence: '{}', answer_text: '' },
    ...{ claim: HERS.claim, name: HERS.claimant, email: HERS.email },
  })
}

async function herRoom(world: World, created_at: string) {
  const room_id = 'room-sakura'
  const menu = { id: 'menu', room_id, position: 0 }
  await world.add('room_menu', { ...menu, title: HERS.menuTitle, url: HERS.menuUrl })
  await world.add('stamp', {
    ...{ id: 'stamp', room_id, name: HERS.stampName, position: 0, created_at },
    image_path: FILES.stamp,
  })
  const { id } = await makeThread(world, room_id, 'sakura', {
    title: HERS.threadTitle,
    text: HERS.threadText,
  })
  await world.add('thread_media', {
    id: 'image',
    thread_id: id,
    kind: 'image',
    position: 0,
    path: FILES.image,
    small_path: FILES.smallImage,
    thumbnail_path: null,
    width: 10,
    height: 10,
    bytes: 10,
  })
  await makeComment(world, id, 'haru')
  await makeEvent(world, room_id, {
    id: 'past',
    title: '春の会',
    about: HERS.eventAbout,
    tags: HERS.eventTag,
    publishment_flg: 3,
    thumbnail_image_path: FILES.thumbnail,
    ng_words: JSON.stringify([HERS.ngWord]),
  })
  await makeEvent(world, room_id, { id: 'draft', title: HERS.draftTitle, status: 'draft' })
  await makeDigitalTicket(world, room_id, {
    id: 'venue',
    title: '春の券',
    about: HERS.ticketAbout,
    venue: HERS.venue,
    image_path: FILES.ticket,
    opens_at: inHours(world, -9),
    starts_at: inHours(world, -8),
    valid_until: inHours(world, -4),
  })
  await makeType(world, 'venue', { id: 'student', note: HERS.typeNote })
  await addStreamAndGate(world, { eventId: 'past', ticketId: 'venue', visitor: 'haru' })
  const upload = { id: 'upload-hers', user_id: 'sakura', size: 10 }
  await world.add('upload', { ...upload, created_at, touched_at: created_at })
  await world.add('conversion', {
    ...{ upload_id: upload.id, user_id: 'sakura', kind: 'video', state: 'waiting', percent: 0 },
    ...{ result_id: null, thumbnail_id: null, created_at, touched_at: created_at },
  })
}

async function herMoney(world: World, created_at: string) {
  const seller = {
    name: HERS.sellerName,
    address: HERS.sellerAddress,
    phone: HERS.sellerPhone,
    disclosed: false,
  }
  await makeSeller(world, 'sakura', { seller: JSON.stringify(seller) })
  const openRequest = { seller_id: 'sakura', reason: '確認', state: 'open', created_at } as const
  const request = { ...openRequest, done_at: null, declined_for: null }
  const [name, email] = [OTHERS.asker, 'asker@yoso.test']
  await world.add('disclosure_request', { ...request, id: 'asked', name, email })
  const ownRequest = { id: 'hers', seller_id: 'aoi', name: HERS.asker, email: HERS.email }
  await world.add('disclosure_request', { ...request, ...ownRequest })
  await makeEvent(world, 'room-aoi', { id: 'bought', publishment_flg: 3 })
  const order_id = await makeSale(world, {
    id: 'order',
    buyer_id: 'sakura',
    seller_id: 'aoi',
    kind: 'event',
    subject_id: 'bought',
    snapshot: JSON.stringify({ title: '葵の会' }),
  })
  await makeTicket(world, 'bought', 'sakura', { order_id })
  await world.add('resale', {
    ...{ id: 'listed', kind: 'event', subject_id: 'bought', order_id, created_at },
    ...{ closed_at: created_at, outcome: 'unsold', sold_to: null, seat_id: null },
  })
  await world.add('attempt', {
    id: 'attempt',
    order_id,
    n: 1,
    idempotency_key: 'attempt',
    account_ref: 'acct_aoi',
    intent_ref: 'pi_1',
    subscription_ref: null,
    state: 'succeeded',
    error_code: null,
    source: HERS.cardRef,
    card: JSON.stringify({ brand: 'visa', last4: '4242', ref: HERS.cardRef }),
    created_at,
    updated_at: created_at,
  })
  const body = { title: '葵の会', amount: 1_000, tax_rate: 10, tax: 90, method: 'カード' }
  await world.add('receipt', {
    id: 'receipt',
    order_id,
    kind: 'sale',
    number: 'R00000001',
    body: JSON.stringify({ ...body, seller: { name: '葵さん', invoice_number: null } }),
    addressee: '株式会社さくら',
    issued_at: created_at,
  })
  await world.add('fee_invoice', {
    id: 'fee_invoice',
    owner_id: 'sakura',
    month: '2026-10',
    period_start: '2026-10-01',
    seq: 0,
    number: 'F00000001',
    total: 100,
    body: JSON.stringify({
      to: '桜木 さくら',
      issuer: { name: 'Room', address: '', invoice_number: null },
      period: { start: '2026-10-01', end: '2026-10-31' },
      shares: [{ percent: 10, taken: 100, sales: 1 }],
      ...{ given_back: 0, total: 100, tax_rate: 10, tax: 9 },
    }),
    issued_at: created_at,
  })
  await world.add('saved_card', {
    id: 'card',
    user_id: 'sakura',
    method_ref: HERS.cardRef,
    brand: 'visa',
    last4: '4242',
    exp_month: 1,
    exp_year: 2030,
    main: 1,
    created_at,
  })
  await makeDigitalTicket(world, 'room-aoi', { id: 'door' })
  const issued_ticket_id = await makeIssued(world, 'door', 'sakura', { id: 'entry' })
  const told = {
    digital_ticket_id: 'door',
    user_id: 'sakura',
    needs: HERS.needs,
    name: HERS.entrantName,
  }
  await world.add('entrant', { ...told, contact: HERS.entrantContact, created_at })
  await world.add('companion_seat', {
    ...{ id: 'seat', leader_id: issued_ticket_id, digital_ticket_id: 'door', seq: 99 },
    ...{ ticket_id: 'seat-ticket', hash: 'seat-hash', state: 'open', link_hash: 'link-hash' },
    ...{ admitted_at: null, admitted_gate_id: null, created_at },
  })
  await world.add('promotion', {
    ...{ id: 'promotion', digital_ticket_id: 'venue', percent: 20, yen_off: null, presale: 0 },
    ...{ valid_from: null, valid_until: null, type_ids: '[]', seats: 10, per_person: null },
    ...{ stopped: 0, created_at },
  })
  const code = { id: 'code', promotion_id: 'promotion', digital_ticket_id: 'venue' }
  await world.add('promotion_code', { ...code, code: 'SAKURA', taken: 1 })
  await world.add('redemption', {
    ...{ id: 'redemption', code_id: 'code', user_id: 'sakura', order_id: null, seats: 1 },
    ...{ discount: 700, created_at, released_at: null },
  })
  const paper = { issued_ticket_id, user_id: 'sakura', name: HERS.paperName }
  await world.add('paper_ticket', { ...paper, credential: 'code', generation: 0, created_at })
  const binding = { id: 'binding', issued_ticket_id, thumbprint: 'print', revoked_at: null }
  await world.add('device_binding', { ...binding, public_key: HERS.boundKey, created_at })
}

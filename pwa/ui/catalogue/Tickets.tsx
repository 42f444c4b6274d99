import { PrintedTicket } from '../tickets/PrintedTicket.tsx'
import { TicketCard } from '../tickets/TicketCard.tsx'
import { StaticCodeReason, StillCode, TicketCode } from '../tickets/TicketCode.tsx'
import { TicketMini } from '../tickets/TicketMini.tsx'
import { TicketNext } from '../tickets/TicketNext.tsx'
import { TypeMark } from '../tickets/TypeMark.tsx'
import { Shown } from './Shown.tsx'
import { cafe, code, kitchen, winter } from './samples.ts'
import css from './Tickets.module.css'

const TINT = '#5B7FA6'

const ticket = {
  picture: winter,
  pictureAlt: '雪の丘と鍵盤',
  tint: TINT,
  title: (
    <>
      真鍋ひなた ピアノ弾き語り
      <br />
      「冬のはじまり」
    </>
  ),
  when: (
    <>
      <time dateTime="2026-11-28">2026年11月28日(土)</time>
      <br />
      開場 18:30　開演 19:00
    </>
  ),
  where: '灯ホール 下北沢',
  number: 'A 042',
  holder: '佐藤 千尋',
}

const used = {
  word: '入場済',
  main: '18:42',
  below: 'ゲートB',
  label: '入場済み 11月28日 18時42分 ゲートB',
}
const cancelled = {
  word: 'キャンセル',
  main: '11/20',
  below: '返金済み',
  label: 'キャンセル済み 11月20日に返金しました',
}

export const Tickets = () => (
  <>
    <Shown name="チケット">
      <div className={css.tickets}>
        <TicketCard {...ticket} state="valid" type={<TypeMark name="学割" color="orange" large />}>
          <TicketCode left={18} life={30}>
            <img src={code} alt="入場コード" />
          </TicketCode>
        </TicketCard>
        <TicketCard {...ticket} state="valid">
          <StillCode words={<StaticCodeReason why={null} />}>
            <img src={code} alt="入場コード" />
          </StillCode>
        </TicketCard>
        <TicketCard {...ticket} state="used" stamp={used}>
          <img className={css.gone} src={code} alt="" />
        </TicketCard>
        <TicketCard {...ticket} state="cancelled" stamp={cancelled} number={null} />
      </div>
    </Shown>
    <Shown name="券種">
      <p className="row row-s wrap">
        <TypeMark name="S席" color="purple" />
        <TypeMark name="一般" color="blue" />
        <TypeMark name="学割" color="orange" />
        <TypeMark name="親子" color="green" />
        <TypeMark name="早割" color="red" />
        <TypeMark name="立見" color="gray" />
      </p>
    </Shown>
    <Shown name="購入のあと">
      <PrintedTicket
        picture={winter}
        tint={TINT}
        title={ticket.title}
        note="11月28日(土) 19:00 開演・灯ホール 下北沢"
        number="A 042"
        holder={ticket.holder}
      />
    </Shown>
    <TicketBox />
  </>
)

const TicketBox = () => (
  <Shown name="チケットボックス">
    <TicketNext
      to="/account/ticketbox"
      picture={winter}
      tint={TINT}
      until="あと8日"
      title={ticket.title}
      when="11月28日(土) 開場18:30"
      where="灯ホール 下北沢"
      number="A 042"
      open="入場コードを表示"
    />
    <ul className={css.minis}>
      <TicketMini
        to="/account/ticketbox"
        picture={kitchen}
        tint={null}
        kind="視聴チケット"
        icon="play"
        room="北の台所"
        title="味噌を一緒に仕込む日"
        when={<time>12月5日(土) 14:00</time>}
        rest="あと15日"
      />
      <TicketMini
        to="/account/ticketbox"
        picture={cafe}
        tint={null}
        kind="見逃し配信"
        icon="archive"
        room="夜ふかし喫茶室"
        title="夜ふかし朗読会 第十一夜「やまなし」"
        when={<time>11月27日(金) 23:59 まで</time>}
        play
      />
    </ul>
  </Shown>
)

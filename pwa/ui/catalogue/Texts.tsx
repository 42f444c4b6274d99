import { Alert } from '../Alert.tsx'
import { Bullets } from '../layout/Bullets.tsx'
import { Facts } from '../layout/Facts.tsx'
import { FaqRow } from '../layout/FaqRow.tsx'
import { Tabs } from '../layout/Tabs.tsx'
import { RichText } from '../RichText.tsx'
import { Shown } from './Shown.tsx'

const article = `<h2>年末年始の窓口</h2><p>12月29日から1月3日まで、<a href="#help">お問い合わせ</a>への返事を休みます。</p>
<ul><li>配信とチケットはいつもどおり使えます</li><li>返事は1月4日から順にいたします</li></ul>
<table><thead><tr><th>日</th><th>窓口</th></tr></thead><tbody><tr><td>12月28日</td><td>17時まで</td></tr></tbody></table>
<blockquote><p>よいお年をお迎えください。</p></blockquote>`

const closed = '参加すると見られます'

export const Texts = ({ scheme }: { scheme: string }) => (
  <>
    <Shown name="タブ">
      <Tabs
        label={`ルームのメニュー（${scheme}）`}
        tabs={[
          { label: '概要', to: '', end: true },
          { label: 'イベント', to: '/community/cafe/event' },
          { label: 'トーク', to: '/community/cafe/talk', locked: closed },
          { label: 'Movie', to: '/movie', locked: '準備ができしだい開きます' },
          { label: 'Shop', to: '/shop', locked: '準備ができしだい開きます' },
        ]}
      />
    </Shown>
    <Shown name="知らせ">
      <div className="stack">
        <Alert>参加すると、過去のスレッドもすべて読めます。</Alert>
        <Alert tone="warning">
          カードの有効期限が近づいています。11月30日までに更新してください。
        </Alert>
        <Alert tone="danger">エラーが起こりました。時間を空けて再度お試しください。</Alert>
        <Alert tone="offline">
          <b>オフラインです</b>（12分前に保存）
          <br />
          チケットはこのまま使えます。
        </Alert>
      </div>
    </Shown>
    <Shown name="最終確認">
      <Facts
        label="最終確認"
        facts={[
          { term: 'お支払い', value: '月額 ¥980（税込）', strong: true },
          { term: '提供時期', value: 'お支払いのあと、すぐにご利用いただけます。' },
          {
            term: '契約期間',
            value: '期間の定めはなく、退会されるまで、1か月ごとに自動で更新されます。',
          },
        ]}
      />
    </Shown>
    <Shown name="質問と答え">
      <FaqRow question="チケットはどこで見られますか？">
        <p>「チケット」を開くと、お持ちのチケットがならびます。電波がなくても見られます。</p>
      </FaqRow>
      <FaqRow question="退会すると、いつまで見られますか？">
        <p>次の更新日の前日まで見られます。</p>
      </FaqRow>
    </Shown>
    <Shown name="箇条書き">
      <Bullets>
        <li>期限までに購入されないときは、次の方にご案内します。</li>
        <li>登録に料金はかかりません。いつでも取りやめられます。</li>
      </Bullets>
      <Bullets sunken>
        <li>お名前が、本人確認書類と異なります。</li>
      </Bullets>
    </Shown>
    <Shown name="文章">
      <RichText html={article} />
    </Shown>
  </>
)

import { Link } from 'react-router-dom'
import { paths } from '#pwa/lib/paths.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './AcceptedCards.module.css'
import { BrandMark } from './BrandMark.tsx'
import { brandName, brands } from './brands.ts'

/** The accepted cards, and how card numbers are handled. */
export const AcceptedCards = () => (
  <Section title="ご利用いただけるカード">
    <Card padded>
      <ul className={css.brands}>
        {brands.map((brand) => (
          <li key={brand}>
            <BrandMark brand={brand} />
            {brandName(brand)}
          </li>
        ))}
      </ul>
      <ul className={css.notes}>
        <li>JCBは、オーナーが受け付けているルームとイベントでだけ使えます。</li>
        <li>Apple Pay・Google Payを設定した端末では、そこに登録したカードでも支払えます。</li>
        <li>カード番号は決済会社が預かります。Roomには下4桁と有効期限だけが残ります。</li>
        <li>
          お支払いの流れは
          <Link className="link" to={paths.helpPayment}>
            お支払いのヘルプ
          </Link>
          をご覧ください。
        </li>
      </ul>
    </Card>
  </Section>
)

import { paths } from '#pwa/lib/paths.ts'
import evening from '#pwa/ui/art/evening.svg'
import { Button } from '#pwa/ui/button/Button.tsx'
import css from './Welcome.module.css'

/** The introduction for first-time visitors, with two next steps. */
export const Welcome = () => (
  <section className={css.welcome} aria-label="Roomについて">
    <img className="art" src={evening} alt="" width={390} height={216} />
    <div className={css.words}>
      <p className={css.lead}>推しの部屋に、灯りがついたら。</p>
      <p className="small muted">
        配信を見て、語り合って、また明日。好きなつくり手のルームで、夜を一緒に過ごせます。
      </p>
      <div className="row row-s wrap">
        <Button size="s" to={paths.signup}>
          新規登録
        </Button>
        <Button variant="quiet" size="s" to={paths.beginners}>
          はじめての方へ
        </Button>
      </div>
    </div>
  </section>
)

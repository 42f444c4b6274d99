import { Link } from 'react-router-dom'
import { COPYRIGHT_FROM, SITE_TITLE } from '#contract/shared/limits.ts'
import { site } from '#contract/site/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import css from './Footer.module.css'

const destinations = [
  { to: paths.help, label: 'ヘルプ' },
  { to: paths.news, label: 'お知らせ' },
  { to: paths.openRoom, label: 'ルームを開きたい方へ' },
  { to: paths.terms, label: '利用規約' },
  { to: paths.privacy, label: 'プライバシーポリシー' },
  { to: paths.policy, label: '知的財産ポリシー' },
  { to: paths.legal, label: '特定商取引法に基づく表記' },
  { to: `${paths.legal}#operator`, label: '運営者情報' },
]

export function Footer() {
  const { data: config } = useLoad(site.getConfig, {})
  return (
    <footer className={css.footer}>
      <nav aria-label="フッター">
        <ul className={css.links}>
          {destinations.map(({ to, label }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          {config?.accounts.map(({ title, url }) => (
            <li key={url}>
              <a href={url} rel="me noopener" target="_blank">
                {title}
                <span className="sr">（別のウィンドウで開きます）</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="note muted">
        © {COPYRIGHT_FROM}–{useNow().slice(0, 4)} {SITE_TITLE}
      </p>
    </footer>
  )
}

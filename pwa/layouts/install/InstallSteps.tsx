import type { ReactNode } from 'react'
import css from './InstallCard.module.css'
import { type SharesFrom, sharesFrom } from './install-rule.ts'

const LINE = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } as const

/** A drawing of a phone's screen. */
const Phone = ({ children }: { children: ReactNode }) => (
  <svg className={css.phone} viewBox="0 0 96 120" aria-hidden="true">
    <rect x="14" y="4" width="68" height="112" rx="12" {...LINE} />
    {children}
  </svg>
)

/** Safari's share button at the bottom of the screen. */
const ShareBelow = () => (
  <Phone>
    <path d="M14 94h68" {...LINE} opacity=".4" />
    <g className={css.mark} {...LINE}>
      <path d="M42 102h-3v11h18v-11h-3M48 109V97M44 100l4-4 4 4" />
    </g>
    <path d="M24 20h48M24 30h36M24 40h42" {...LINE} opacity=".3" />
  </Phone>
)

/** Chrome's share button beside the address bar. */
const ShareAbove = () => (
  <Phone>
    <path d="M14 30h68" {...LINE} opacity=".4" />
    <path d="M24 19h32" {...LINE} opacity=".3" />
    <g className={css.mark} {...LINE}>
      <path d="M63 15h-2v10h15v-10h-2M68.500 21V10M65 13l3.500-3.500L72 13" />
    </g>
    <path d="M24 46h48M24 56h36M24 66h42" {...LINE} opacity=".3" />
  </Phone>
)

/** The menu item that adds to the home screen. */
const Add = () => (
  <Phone>
    <rect x="20" y="44" width="56" height="66" rx="8" {...LINE} opacity=".4" />
    <path d="M28 56h30M28 100h24" {...LINE} opacity=".3" />
    <g className={css.mark} {...LINE}>
      <path d="M28 78h26" />
      <rect x="60" y="71" width="13" height="13" rx="3" />
      <path d="M66.500 74.500v6M63.500 77.500h6" />
    </g>
  </Phone>
)

/** The app's icon on the home screen. */
const Home = () => (
  <Phone>
    {[26, 44, 62].map((x) => (
      <rect key={x} x={x - 5} y="18" width="14" height="14" rx="4" {...LINE} opacity=".3" />
    ))}
    <image href="/icons/icon-192.png" x="20" y="40" width="18" height="18" />
    <rect className={css.mark} x="17" y="37" width="24" height="24" rx="7" {...LINE} />
  </Phone>
)

const SHARE: Record<SharesFrom, { Picture: () => ReactNode; text: string }> = {
  safari: {
    Picture: ShareBelow,
    text: '「共有」を押します。見あたらないときは、「…」の中にあります',
  },
  chrome: { Picture: ShareAbove, text: 'アドレスバーの右にある「共有」を押します' },
  elsewhere: { Picture: ShareBelow, text: 'このページをSafariで開いて、「共有」を押します' },
}
const THEN = [
  { Picture: Add, text: '「ホーム画面に追加」を選びます' },
  { Picture: Home, text: '「追加」を押すと、ホーム画面にRoomがならびます' },
]

/** The manual steps on iPhones and iPads, which have no install prompt. */
export const InstallSteps = () => (
  <>
    <ol className={css.steps}>
      {[SHARE[sharesFrom(navigator.userAgent)], ...THEN].map(({ Picture, text }) => (
        <li key={text}>
          <Picture />
          <span>{text}</span>
        </li>
      ))}
    </ol>
    <p className="note muted">
      ホーム画面のRoomは、ブラウザーとは別の端末として扱われます。チケットをお持ちの方は、先にブラウザーでチケットを開き、「ほかの端末へ移す」を押してください。ホーム画面から開いて一度ログインすると、そちらで表示できます。
    </p>
  </>
)

import css from './Catalogue.module.css'
import { Buttons } from './catalogue/Buttons.tsx'
import { Forms } from './catalogue/Forms.tsx'
import { Numbers } from './catalogue/Numbers.tsx'
import { Overlays } from './catalogue/Overlays.tsx'
import { Rows } from './catalogue/Rows.tsx'
import { SentForms } from './catalogue/SentForms.tsx'
import { Badges, Shapes } from './catalogue/Shapes.tsx'
import { Shown } from './catalogue/Shown.tsx'
import { States } from './catalogue/States.tsx'
import { Texts } from './catalogue/Texts.tsx'
import { Tickets } from './catalogue/Tickets.tsx'
import { Icon } from './Icon.tsx'
import { iconNames } from './icon-names.ts'
import { Toaster } from './overlay/Toaster.tsx'

const schemes = [
  { scheme: 'light', name: '明るい配色' },
  { scheme: 'dark', name: '暗い配色' },
]

/** The component catalogue: every component in every state and both color schemes, for developers. */
export const Catalogue = () => (
  <main className={css.catalogue}>
    <h1 className="sr">部品</h1>
    {schemes.map(({ scheme, name }) => (
      <section key={scheme} className={css.column} data-scheme={scheme} aria-label={name}>
        <h2>{name}</h2>
        <Buttons />
        <Forms />
        <SentForms />
        <Shapes />
        <Badges />
        <Texts scheme={name} />
        <Rows />
        <Tickets />
        <Numbers />
        <States />
        <Overlays />
        <Icons />
      </section>
    ))}
    <Toaster stay={5000} />
  </main>
)

const Icons = () => (
  <Shown name="アイコン">
    <ul className={css.icons}>
      {iconNames.map((name) => (
        <li key={name}>
          <Icon name={name} />
          {name}
        </li>
      ))}
      <li>
        <Icon name="heart" filled />
        filled
      </li>
    </ul>
  </Shown>
)

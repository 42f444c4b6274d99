import { Icon } from '../Icon.tsx'
import { iconNames } from '../icon-names.ts'
import css from './Icons.module.css'
import { Shown } from './Shown.tsx'

export const Icons = () => (
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

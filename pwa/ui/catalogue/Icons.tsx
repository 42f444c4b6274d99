import { Icon, type IconName } from '../Icon.tsx'
import { paths } from '../icon-paths.ts'
import css from './Icons.module.css'
import { Shown } from './Shown.tsx'

export const Icons = () => (
  <Shown name="アイコン">
    <ul className={css.icons}>
      {(Object.keys(paths) as IconName[]).map((name) => (
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

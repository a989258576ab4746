import { ButtonBaseLink } from '../../design/links.tsx'
import { type BrandIdentity, BrandMark, productBrand } from '../../design/theme/brand-mark.tsx'
import styles from './brand.module.css'

/** Logo and name on top of the navigation. Leads to the agents. */
export function BrandRow(props: { collapsed: boolean; region: 'na' | 'eu'; brand?: BrandIdentity }) {
  const brand = props.brand ?? productBrand
  return (
    <ButtonBaseLink
      to="/app/$region/agents"
      params={{ region: props.region }}
      className={styles.row}
      aria-label={props.collapsed ? brand.name : undefined}
    >
      <BrandMark brand={brand} logoOnly={props.collapsed} />
    </ButtonBaseLink>
  )
}

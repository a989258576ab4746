import styles from './brand-mark.module.css'
import { hostBrand, pageOwner } from './host-brand.ts'

/** Who the dashboard belongs to. `logo`: the address of a picture; without one, the first letter of the name. */
export type BrandIdentity = { name: string; logo?: string; darkLogo?: string }

/** Of the product, or of the agency at whose domain the page is. */
export const productBrand: BrandIdentity = hostBrand ?? { name: pageOwner }

/** Logo and name, in one line. `logoOnly` leaves out the name; the caller then labels its link. */
export function BrandMark({ brand = productBrand, ...props }: { brand?: BrandIdentity; logoOnly?: boolean }) {
  return (
    <span className={styles.mark} data-part="brand">
      {brand.logo ? (
        <>
          <img src={brand.logo} alt="" className={styles.logo} data-part="brand-logo" />
          {brand.darkLogo && (
            <img src={brand.darkLogo} alt="" className={styles.logo} data-part="brand-logo" data-dark />
          )}
        </>
      ) : (
        <span
          className={styles.letter}
          data-part="brand-logo"
          data-letter={[...brand.name][0]?.toLocaleUpperCase()}
        />
      )}
      {!props.logoOnly && (
        <bdi className={styles.name} data-part="brand-name">
          {brand.name}
        </bdi>
      )}
    </span>
  )
}

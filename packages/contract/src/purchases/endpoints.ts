export { receiveEasyDonate, receiveTebex } from './hooks.ts'
export {
  assignPurchase,
  changePurchaseSource,
  listPurchaseSources,
  listPurchases,
  mapPurchaseProduct,
  unmapPurchaseProduct,
} from './purchases.ts'

const { Router } = require('express');
const { loadParcel, saveZone } = require('../depot');

const router = Router();

router.get('/:parcel', printLabel);
router.put('/zones/:zone', changeZone);

async function printLabel(req, res) {
  res.json(await loadParcel(req.params.parcel));
}

async function changeZone(req, res) {
  res.json(await saveZone(req.params.zone));
}

module.exports = router;

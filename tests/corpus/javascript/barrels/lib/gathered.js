Object.assign(exports, require('./renamed'), { own() {} })

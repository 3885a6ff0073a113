exports.go = () => {}

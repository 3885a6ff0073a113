function refuse(handler) {
  return (req, res) => (req.body ? handler(req, res) : res.sendStatus(400));
}

module.exports = { refuse };
